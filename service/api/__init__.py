"""HTTP: one blueprint a resource."""
