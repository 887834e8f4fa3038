"""The whole product in real browsers: the real side panel, the installed host, a real engine, a site on loopback."""
