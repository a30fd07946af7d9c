import { chromium, type Page } from 'playwright-core'

interface PageFigures {
  html: number
  js: number
  /** The part loaded before the page became interactive, and its number of files. */
  firstJs: number
  firstFiles: number
  css: number
  images: number
  requests: number
  fcp: number
  lcp: number
  hydrated: number
  /** Milliseconds beyond 50 of each task, until 1.5 s after the page can be used. */
  blocking: number
  cls: number
}

export const pages: [title: string, path: string][] = [
  ['home', '/sh/'],
  ['list', '/sh/products'],
  ['product', '/sh/products/detail/1'],
  ['cart', '/sh/cart'],
  ['login', '/sh/login'],
  ['FAQ', '/sh/contents/faq.html'],
]

/** Windows: phones, and a desktop. */
const windows = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 412, height: 915 },
  { width: 1280, height: 900 },
]

/** A slow connection: a quarter of the CPU speed, 1.6 Mbit/s, 150 ms round trip, empty cache. */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

/** `npm run bench` finds a browser and passes it in CHROMIUM_PATH; without one, this part is skipped. */
export async function measurePages(url: string): Promise<void> {
  const executablePath = process.env['CHROMIUM_PATH']
  if (!executablePath)
    return console.log('\nNo Chromium is installed (CHROMIUM_PATH may name one): pages are not measured.')
  const browser = await chromium.launch({ executablePath, args: flags }).catch(() => null)
  if (!browser)
    return console.log(`\n${executablePath} (CHROMIUM_PATH) does not start as a Chromium: pages are not measured.`)
  const heads = [
    'HTML KB',
    'JS KB',
    'first JS KB',
    'first files',
    'CSS KB',
    'all KB',
    'requests',
    'FCP s',
    'LCP s',
    'hydrated s',
    'blocking ms',
    'CLS',
  ]
  for (const viewport of windows) {
    const isMobile = viewport.width < 768
    console.log(`\n${`${viewport.width} px, throttled`.padEnd(22)}${heads.map((head) => head.padStart(12)).join('')}`)
    for (const [title, path] of pages) {
      const context = await browser.newContext({
        viewport,
        isMobile,
        deviceScaleFactor: isMobile ? 2 : 1,
      })
      const figures = median(await repeatThreeTimes(() => measure(context.newPage(), url + path)))
      await context.close()
      console.log(
        title.padEnd(22) +
          columnsOf(figures)
            .map((text) => text.padStart(12))
            .join(''),
      )
    }
  }
  await browser.close()
}

const kb = (bytes: number) => (bytes / 1024).toFixed(1)
const s = (ms: number) => (ms / 1000).toFixed(2)

const columnsOf = ({
  html,
  js,
  firstJs,
  firstFiles,
  css,
  images,
  requests,
  fcp,
  lcp,
  hydrated,
  blocking,
  cls,
}: PageFigures) => [
  kb(html),
  kb(js),
  kb(firstJs),
  String(firstFiles),
  kb(css),
  kb(html + js + css + images),
  String(requests),
  s(fcp),
  s(lcp),
  s(hydrated),
  blocking.toFixed(0),
  cls.toFixed(3),
]

/** Bytes transferred (brotli), and times since the start of the navigation. */
async function measure(opening: Promise<Page>, url: string): Promise<PageFigures> {
  const page = await opening
  const session = await page.context().newCDPSession(page)
  const sums: Record<string, number> = {}
  const kinds = new Map<string, string>()
  const asked = new Map<string, number>()
  const scripts: { at: number; bytes: number }[] = []
  let requests = 0
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await session.send('Network.emulateNetworkConditions', line)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  session.on('Network.requestWillBeSent', ({ requestId, timestamp }) => void asked.set(requestId, timestamp))
  session.on('Network.responseReceived', ({ requestId, type }) => void kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    sums[kind] = (sums[kind] ?? 0) + encodedDataLength
    if (kind === 'Script') scripts.push({ at: asked.get(requestId)!, bytes: encodedDataLength })
    requests += 1
  })
  await page.addInitScript(watchPage)
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForFunction(() => (globalThis as never as PageMetrics).bench.hydrated > 0, undefined, {
    timeout: 30_000,
  })
  await page.waitForTimeout(1500)
  const times = await page.evaluate(() => (globalThis as never as PageMetrics).bench)
  await page.close()
  const [began = 0] = asked.values()
  const first = scripts.filter(({ at }) => (at - began) * 1000 < times.hydrated)
  const rest = Object.entries(sums).filter(([kind]) => !['Document', 'Script', 'Stylesheet'].includes(kind))
  return {
    html: sums['Document'] ?? 0,
    js: sums['Script'] ?? 0,
    firstJs: first.reduce((sum, { bytes }) => sum + bytes, 0),
    firstFiles: first.length,
    css: sums['Stylesheet'] ?? 0,
    images: rest.reduce((sum, [, bytes]) => sum + bytes, 0),
    requests,
    ...times,
  }
}

type PageMetrics = { bench: Pick<PageFigures, 'fcp' | 'lcp' | 'hydrated' | 'blocking' | 'cls'> }

/** Runs in the page. Hydrated: the page says so (`start.tsx`). */
function watchPage(): void {
  const bench = { fcp: 0, lcp: 0, hydrated: 0, blocking: 0, cls: 0 }
  Object.assign(globalThis, { bench })
  const observe = (
    type: string,
    take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void,
  ) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry)
    }).observe({ type, buffered: true })
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') bench.fcp = entry.startTime
  })
  observe('largest-contentful-paint', (entry) => {
    bench.lcp = entry.startTime
  })
  observe('layout-shift', (entry) => {
    if (!entry.hadRecentInput) bench.cls += entry.value ?? 0
  })
  observe('longtask', ({ duration }) => {
    bench.blocking += duration - 50
  })
  observe('mark', (entry) => {
    if (entry.name === 'kushi:hydrated') bench.hydrated = entry.startTime
  })
}

async function repeatThreeTimes<T>(work: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let n = 0; n < 3; n++) results.push(await work())
  return results
}

/** The median of each figure. */
function median(all: PageFigures[]): PageFigures {
  const names = Object.keys(all[0]!) as (keyof PageFigures)[]
  const middle = (name: keyof PageFigures) =>
    all.map((one) => one[name]).sort((a, b) => a - b)[Math.floor(all.length / 2)]!
  return Object.fromEntries(names.map((name) => [name, middle(name)])) as unknown as PageFigures
}
