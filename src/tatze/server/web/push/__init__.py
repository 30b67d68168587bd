"""Web Push: notifications to browsers that are closed, through the push services that the browsers chose."""
