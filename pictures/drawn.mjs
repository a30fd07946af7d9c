/**
 * Pages that are drawn, not rendered: `node pictures/drawn.mjs [NAME…]`. Sizes, steps, what a thing is made of; up to 1,600 px. Draws with the
 * tests' browser; needs no Blender. `drawn/` holds the pen, the goods in lines and the pages.
 */
import { chromium } from 'playwright-core'
import { findBrowser } from '../scripts/lib/browser.mjs'
import care from './drawn/pages/care.mjs'
import gifts from './drawn/pages/gifts.mjs'
import living from './drawn/pages/living.mjs'
import oil from './drawn/pages/oil.mjs'
import wash from './drawn/pages/wash.mjs'
import wood from './drawn/pages/wood.mjs'
import { ranks } from './drawn/ranks.mjs'
import { writeLarge, writeStrip } from './sizes.mjs'

const asked = process.argv.slice(2)
const browser = await chromium.launch({ executablePath: findBrowser() })
const page = await browser.newPage({ viewport: { width: 400, height: 500 }, deviceScaleFactor: 4 })
for (const [name, svg] of Object.entries({ ...oil, ...wash, ...care, ...wood, ...gifts, ...living })) {
  if (asked.length > 0 && !asked.includes(name)) continue
  await writeLarge(name, await drawing(svg))
}
if (asked.length === 0 || asked.includes('ranks')) await writeStrip('ranks', await drawing(ranks))
await browser.close()

async function drawing(svg) {
  await page.setContent(`<body style="margin: 0"><style>svg { display: block }</style>${svg}`)
  return page.locator('svg').screenshot()
}
