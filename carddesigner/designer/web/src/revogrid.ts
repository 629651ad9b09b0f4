// The grid of tables as a custom element; its own bundle.

import { defineCustomElements } from "@revolist/revogrid/loader";

void defineCustomElements();
