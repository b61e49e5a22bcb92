// The flows of the page in Debian's Firefox, over WebDriver BiDi: firefox_flow.mjs ADDRESS FIREFOX PROFILE. Prints what was seen as JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import puppeteer from "puppeteer-core";

const [address, firefox, profile] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: firefox,
  userDataDir: profile,
  headless: true,
  args: ["--width=1280", "--height=900"],
  // Nothing of the browser itself leaves the machine either.
  extraPrefsFirefox: {
    "app.update.enabled": false,
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
    "browser.safebrowsing.downloads.remote.enabled": false,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "ui.prefersReducedMotion": 1,
  },
});
const page = await browser.newPage();
await page.setViewport({ width: 1280, height: 900 });
const problems = [];
page.on("pageerror", (error) => problems.push(String(error)));
page.on("console", (message) => ["error", "warn"].includes(message.type()) && problems.push(message.text()));
page.on("request", (request) => /^data:/.test(request.url()) || request.url().startsWith(address) || problems.push(`left the machine: ${request.url()}`));
page.setDefaultTimeout(60_000);

const seen = {};
const text = (selector) => page.$eval(selector, (element) => element.textContent);
const checkAxe = async (name) => {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }));
  for (const { id, nodes } of found.violations) problems.push(`${name}: ${id} ${nodes.map(({ target }) => target).join(" ")}`);
};

await page.goto(address);
await page.waitForSelector(".start h1");
await checkAxe("start");
await page.type("input[type=search]", "where do we retry failed uploads");
await page.waitForSelector(".results article");
await page.waitForSelector(".results .t-keyword");
seen.first = await text(".results h2");
seen.marked = await text(".results .line.marked");
await page.keyboard.press("Enter");
seen.focused = await page.evaluate(() => document.activeElement.dataset.at);
await page.keyboard.press("w");
await page.waitForSelector(".why .effects");
await checkAxe("results");
await page.keyboard.press("?");
await page.waitForSelector("dialog[open]");
await page.keyboard.press("Escape");
await page.waitForSelector("dialog[open]", { hidden: true });
seen.address = await page.evaluate(() => location.hash);
await page.keyboard.press("t");
seen.theme = await page.evaluate(() => document.documentElement.dataset.theme);
for (const [key, selector] of [["p", ".project-card"], ["h", ".chart polyline"], ["o", ".preferences"], ["a", ".ask-form"]]) {
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("g");
  await page.keyboard.press(key);
  await page.waitForSelector(selector);
  await checkAxe(selector);
}
await page.type("textarea", "how are failed uploads retried");
await page.keyboard.press("Enter");
await page.waitForSelector(".answer .cite");
seen.answer = await text(".by");
await browser.close();
console.log(JSON.stringify({ ...seen, problems }));
