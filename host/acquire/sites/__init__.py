"""A site over the network: its robots.txt, its sitemaps, its pages one by one."""
