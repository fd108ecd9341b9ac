// Views for Apple's systems. On others this module is empty.
