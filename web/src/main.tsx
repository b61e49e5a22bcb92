// Entry point: sets up the theme and the data cache, and shows the page named in the address.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { redeemCode } from "./api/access";
import { queries } from "./api/queries";
import { applyTheme, preferences } from "./preferences";
import { Page } from "./shell/Page";
import "./style/fonts.css";
import "./style/base.css";
import "./style/shell.css";
import "./style/search.css";
import "./style/code.css";
import "./style/parts.css";
import "./style/file.css";

applyTheme(preferences.get().theme);
await redeemCode();
createRoot(document.getElementById("page")!).render(
  <QueryClientProvider client={queries}>
    <Page />
  </QueryClientProvider>,
);
