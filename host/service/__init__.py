"""The stories: what happens when a person opens a page, indexes a site, adds files, asks.

Knows ports, never adapters. Each request of the contract has one method in `service.Service`.
"""
