/**
 * `npm run bench -- lighthouse [times]`: runs Lighthouse's phone emulation on the shop's main pages, behind nginx with
 * `deploy/nginx` (TLS, http/2). npx downloads Lighthouse in the version below into npm's cache. Prints the medians, and
 * all problems besides speed.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { missingNginx, nginxHost, startNginx } from './drills/parts/nginx.ts'
import { pages } from './pages.ts'
import { freePort, startShop } from './shop.ts'

const lighthouse = 'lighthouse@12.8.2'
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']

/** The used fields of Lighthouse's report. Scores are 0 to 1, times in milliseconds. */
interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>
}

const run = promisify(execFile)
const rounds = Number(process.argv[2] ?? 3)
if (!Number.isInteger(rounds) || rounds < 1) stop('How often each page is measured is a whole number from 1 on.')
const chromium = process.env['CHROMIUM_PATH']
if (!chromium) stop('No Chromium is installed (CHROMIUM_PATH may name one): Lighthouse needs it.')
const missing = missingNginx()
if (missing) stop(missing)
await run('npx', ['--yes', lighthouse, '--version']).catch(() =>
  stop(`npx can't bring ${lighthouse}: it is asked for from the registry of npm once.`),
)

const folder = await mkdtemp(join(tmpdir(), 'kushi-lighthouse-'))
const [tls, plain] = [await freePort(), await freePort()]
const shop = await startShop(join(folder, 'data'), {
  PUBLIC_URL: `https://${nginxHost}:${tls}`,
  TRUST_PROXY: '1',
})
const nginx = await startNginx(folder, { web: Number(new URL(shop.url).port), tls, plain })
try {
  console.log(
    `\n${lighthouse}, mobile, nginx with TLS and http/2, median of ${rounds}, load average ${load()} before\n`,
  )
  console.log(['page', 'speed', 'access.', 'practices', 'SEO', 'FCP s', 'LCP s', 'TBT ms', 'CLS'].map(column).join(''))
  const wrong: string[] = []
  for (const [title, path] of pages) {
    const reports: Report[] = []
    for (let n = 0; n < rounds; n++) {
      const report = await measure(`https://${nginxHost}:${tls}${path}`)
      if (report) reports.push(report)
    }
    if (reports.length === 0) {
      console.log(`${column(title, 0)}  Lighthouse did not come to an end (three minutes)`)
      continue
    }
    const middle = (of: (report: Report) => number) =>
      reports.map(of).sort((a, b) => a - b)[Math.floor((reports.length - 1) / 2)]!
    const scores = categories.map((id) =>
      middle(({ categories }) => Math.round((categories[id]?.score ?? 0) * 100)).toString(),
    )
    const [fcp, lcp, tbt, cls] = times.map((id) => middle(({ audits }) => audits[id]?.numericValue ?? Number.NaN))
    const figures = [(fcp! / 1000).toFixed(2), (lcp! / 1000).toFixed(2), tbt!.toFixed(0), cls!.toFixed(3)]
    console.log([title, ...scores, ...figures].map(column).join(''))
    wrong.push(...faults(reports[0]!).map((fault) => `${title}: ${fault}`))
  }
  console.log(`\nload average ${load()} after`)
  console.log(wrong.length > 0 ? `\nwrong besides speed:\n${wrong.join('\n')}` : '\nnothing wrong besides speed')
} finally {
  nginx.kill('SIGTERM')
  await shop.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)

/** null: the machine was too busy for a report within three minutes. */
async function measure(url: string): Promise<Report | null> {
  const file = join(folder, 'report.json')
  const flags = '--headless=new --no-sandbox --disable-gpu --ignore-certificate-errors'
  const ran = await run(
    'npx',
    [
      '--yes',
      lighthouse,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${categories.join()}`,
      `--chrome-flags=${flags}`,
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, timeout: 180_000 },
  ).catch(() => null)
  return ran && JSON.parse(await readFile(file, 'utf8'))
}

/** Audits that lose points in the categories that do not depend on the machine. */
function faults({ categories: found, audits }: Report): string[] {
  return categories
    .filter((id) => id !== 'performance')
    .flatMap((id) => found[id]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id} (${audits[id]!.title})`)
}

function column(text: string, n: number): string {
  return n === 0 ? text.padEnd(10) : text.padStart(11)
}

function load(): string {
  return loadavg()[0]!.toFixed(1)
}

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
