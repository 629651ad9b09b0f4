// The table's grid as a custom element, bundled separately.

import { defineCustomElements } from "@revolist/revogrid/loader";

void defineCustomElements();
