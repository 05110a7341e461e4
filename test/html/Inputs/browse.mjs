// The pages as people use them: clicked, typed at, on a phone, in the dark, without script,
// and looked at by axe for what a screen reader would miss.
//   node browse.mjs FOLDER SCREENSHOTS [hostile]
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(path.join(process.env.HEAPABS_NODE_MODULES, "x.js"));
const { chromium } = require("playwright-core");
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const [folder, shots, mode] = process.argv.slice(2);
fs.mkdirSync(shots, { recursive: true });
const pages = fs.readdirSync(folder).filter((name) => name.endsWith(".html")).sort();
const url = (name) => pathToFileURL(path.join(folder, name)).href;
const report = (name) => pages.find((page) => page.startsWith("report-") &&
  fs.readFileSync(path.join(folder, page), "utf8").includes(`FUNCTIONNAME ${name} `));

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

// Opens a page whose every error, dialog and request to elsewhere is a failure.
async function open(options, visit) {
  const context = await browser.newContext({ viewport: { width: 1300, height: 900 }, ...options });
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(`script: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("dialog", (dialog) => { wrong.push("a dialog"); dialog.dismiss(); });
  page.on("request", (request) => {
    if (!/^(file|data):/.test(request.url()))
      wrong.push(`request: ${request.url()}`);
  });
  await visit(page, context);
  assert.deepEqual(wrong, []);
  await context.close();
}

const tests = {
  async "the index filters, sorts and groups"() {
    await open({}, async (page) => {
      await page.goto(url("index.html"));
      const rows = page.locator("table.findings tbody tr:not(.group):visible");
      const functions = () => rows.locator(".function").allTextContents();
      assert.deepEqual(await functions(), ["queue_remove", "drain", "insert"]);
      await page.keyboard.press("/");
      await page.keyboard.type("after drain");
      assert.deepEqual(await functions(), ["drain"]);
      assert.equal(await page.locator("section", { hasText: "Bugs" }).first()
        .getByRole("status").textContent(), "1 of 3 shown");
      await page.keyboard.type(" nonsense");
      await page.getByText("Nothing fits the filter.").first().waitFor();
      await page.getByRole("searchbox").first().fill("");
      await page.getByRole("checkbox", { name: /^Null dereference/ }).check();
      assert.deepEqual(await functions(), ["queue_remove", "insert"]);
      await page.getByRole("checkbox", { name: /^Null dereference/ }).uncheck();
      const line = page.locator("table.findings").getByRole("button", { name: "Line" });
      await line.click();
      await line.click();
      assert.deepEqual(await functions(), ["insert", "drain", "queue_remove"]);
      assert.equal(await page.locator("table.findings th[aria-sort]").getAttribute("aria-sort"),
        "descending");
      await page.getByLabel("Group by").selectOption("kind");
      assert.deepEqual(await page.locator("tr.group").allTextContents(),
        ["Null dereference 2", "Use after free 1"]);
      await page.getByLabel("Group by").selectOption("function");
      assert.equal(await page.locator("tr.group").count(), 3);
      await page.getByRole("checkbox", { name: "proved" }).check();
      await page.getByRole("link", { name: "length" }).click();
      await page.getByRole("heading", { name: "length" }).waitFor();
    });
  },

  async "a finding is stepped through by keys and clicks"() {
    await open({}, async (page) => {
      await page.goto(url("index.html"));
      await page.getByRole("link", { name: /'j' is used/ }).click();
      const at = async () => Number(await page.locator(".picture:visible").getAttribute("data-step"));
      const line = () => page.locator(".source .line.on").getAttribute("data-n");
      const now = () => page.locator("#now").textContent();
      assert.equal(await page.locator(".picture:visible").count(), 1);
      assert.deepEqual([await at(), await line(), await now()], [1, "25", "assuming 'j' is not null"]);
      assert.ok(await page.getByRole("button", { name: "Previous step" }).isDisabled());
      await page.keyboard.press("j");
      assert.deepEqual([await at(), await line(), await now()], [2, "26", "'j' is freed"]);
      await page.keyboard.press("ArrowRight");
      assert.deepEqual([await at(), await line()], [3, "27"]);
      assert.equal(await page.locator(".picture:visible .block.freed.changed").count(), 1);
      await page.keyboard.press("k");
      await page.keyboard.press("ArrowLeft");
      assert.equal(await at(), 1);
      await page.getByRole("button", { name: "Last step" }).click();
      assert.deepEqual([await at(), await now()], [4, "'j' is used as 'j->next' after it was freed"]);
      assert.equal(await page.locator(".picture:visible .var.fails").count(), 1);
      assert.ok(await page.getByRole("button", { name: "Next step" }).isDisabled());
      await page.locator(".source .stop[data-step='2']").click();
      assert.equal(await at(), 2);
      await page.locator(".steps a").nth(2).click();
      assert.equal(await at(), 3);
      await page.locator(".steps a").nth(2).focus();
      await page.keyboard.press("ArrowDown");
      assert.equal(await at(), 4);
      assert.equal(await page.locator(".steps a[aria-current=step] .number").textContent(), "4");
      await page.keyboard.press("Home");
      assert.equal(await at(), 1);
      assert.match(page.url(), /#step-1$/);
      await page.goto(url(report("drain")) + "#EndPath"); // as scan-build's index has it
      assert.equal(await at(), 4);
      await page.screenshot({ path: path.join(shots, "finding.png"), fullPage: true });
    });
  },

  async "the blocks keep their places from step to step"() {
    await open({}, async (page) => {
      await page.goto(url(report("drain")));
      const place = async () => page.locator(".picture:visible .block .card").evaluateAll((cards) =>
        cards.map((card) => [card.getAttribute("x"), card.getAttribute("y")].join()));
      const first = await place();
      assert.equal(first.length, 3);
      for (let step = 1; step < 4; step++) {
        await page.keyboard.press("j");
        assert.deepEqual(await place(), first);
      }
    });
  },

  async "the reproducer is copied"() {
    await open({}, async (page, context) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.goto(url(report("queue_remove")));
      await page.getByRole("button", { name: "Copy" }).click();
      await page.getByText("Copied.").waitFor();
      const text = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(text, /^#include "jobs.c"\n[^]*queue_remove\(q, n1\)/);
    });
  },

  async "dark is the system's choice, or the reader's, and is kept"() {
    const back = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await open({ colorScheme: "dark" }, async (page) => {
      await page.goto(url("index.html"));
      const dark = await back(page);
      await page.getByRole("button", { name: "Dark", pressed: true }).click();
      const light = await back(page);
      assert.notEqual(light, dark);
      await page.goto(url(report("insert")));
      assert.equal(await back(page), light);
      await page.getByRole("button", { name: "Dark", pressed: false }).click();
      assert.equal(await back(page), dark);
      await page.screenshot({ path: path.join(shots, "dark.png"), fullPage: true });
    });
  },

  async "nothing is wider than a phone"() {
    await open({ viewport: { width: 360, height: 740 }, hasTouch: true }, async (page) => {
      for (const name of pages) {
        await page.goto(url(name));
        const [wide, view] = await page.evaluate(() =>
          [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(wide <= view, `${name} is ${wide} wide`);
        await page.screenshot({ path: path.join(shots, `phone-${name}.png`) });
      }
      await page.goto(url(report("drain")));
      await page.getByRole("button", { name: "Next step" }).tap();
      assert.equal(await page.locator("#count").textContent(), "2 of 4");
    });
  },

  async "without script everything is there to read"() {
    await open({ javaScriptEnabled: false }, async (page) => {
      await page.goto(url(report("drain")));
      assert.equal(await page.locator(".picture:visible").count(), 4);
      assert.equal(await page.locator(".controls:visible").count(), 0);
      await page.goto(url("index.html"));
      assert.equal(await page.locator("table.findings tbody tr:visible").count(), 3);
    });
  },

  async "axe finds nothing, in light and dark"() {
    for (const colorScheme of ["light", "dark"])
      await open({ colorScheme }, async (page) => {
        for (const name of pages) {
          await page.goto(url(name));
          await page.evaluate(axe);
          const { violations } = await page.evaluate(() => axe.run());
          assert.deepEqual(violations.map((found) => [found.id, name,
            found.nodes.slice(0, 3).map((node) => [node.html.slice(0, 160),
              node.any.map((any) => any.message).join("; ")])]), []);
        }
      });
  },

  async "the keyboard reaches everything, and it shows"() {
    await open({}, async (page) => {
      await page.goto(url(report("drain")));
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
      for (let i = 0; i < 40; i++) {
        await page.keyboard.press("Tab");
        const seen = await page.evaluate(() => {
          const element = document.activeElement;
          return element === document.body || getComputedStyle(element).outlineStyle !== "none";
        });
        assert.ok(seen);
      }
    });
  },
};

const hostile = {
  async "hostile names and texts stay text"() {
    await open({}, async (page) => {
      for (const name of pages) {
        await page.goto(url(name) + (name.startsWith("report-") ? "#EndPath" : ""));
        await page.keyboard.press("j");
        assert.equal(await page.evaluate(() => typeof window.pwned), "undefined", name);
        assert.equal(await page.locator("img, iframe, b b, marquee, a[href^='javascript:']").count(), 0);
        assert.equal(await page.locator("body > script, head > script").count(), 2, name);
        assert.equal(await page.locator("script").count(), 2, name);
        assert.equal(await page.locator("[onerror], [onload], [onclick], [onmouseover]").count(), 0);
        await page.screenshot({ path: path.join(shots, `${name}.png`) });
      }
      await page.goto(url("index.html"));
      await page.getByLabel("Group by").selectOption("function");
      assert.match(await page.locator("tr.group").first().textContent(), /<img/);
    });
  },
};

let failed = 0;
for (const [name, test] of Object.entries(mode === "hostile" ? hostile : tests)) {
  try {
    await test();
    console.log(`passed: ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAILED: ${name}\n${error.stack}`);
  }
}
await browser.close();
process.exit(failed ? 1 : 0);
