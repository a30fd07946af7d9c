/**
 * Rejects features that the oldest supported browsers lack, by MDN's compatibility data. Checks our sources on every
 * run, and with `--bundle` the build including libraries. It compares names, not types, so it cannot distinguish a new
 * member that shares its name with an older one of another object (`URLSearchParams.size`); known cases are handled in
 * `apps/storefront/app/polyfills.ts`.
 */
import { glob, readFile } from 'node:fs/promises'
import bcd from '@mdn/browser-compat-data' with { type: 'json' }
import { parseSync, Visitor } from 'vite'
import { oldestBrowsers } from '../../apps/storefront/browser-support.ts'

/**
 * Newer names that are allowed, with the reason why they are harmless. A name that no longer occurs must be removed.
 */
const guardedFeatures: Record<string, string> = {
  'AbortSignal.timeout': 'since Chrome 103; only the name of its error was another before 124',
  'Intl.Segmenter': 'asked for first',
  'Error.captureStackTrace': 'zod asks first',
  '.checkVisibility()': 'Base UI asks first',
  '.requestIdleCallback()': 'asked for first',
  '.startViewTransition()': 'React catches its absence',
  '.check()': 'of zod',
  '.union()': 'of zod',
  '.when()': 'of zod',
  '.toArray()': "of React's Children",
  '.install()': 'of LIFF',
  '.login()': 'of LIFF',
  '.getPublicKey()': 'SimpleWebAuthn asks first',
  '.isConditionalMediationAvailable()': 'SimpleWebAuthn asks first',
}

const isBundle = process.argv.includes('--bundle')
const patterns = [
  ...(isBundle ? ['apps/storefront/build/client/assets/*.js'] : []),
  'apps/storefront/app/**/*.{ts,tsx}',
  'packages/values/src/**/*.ts',
  'packages/contract/src/{client,init-crypto,form/**/*}.ts',
]

type Statement = {
  version_added: string | false
  version_removed?: string
  flags?: unknown
  prefix?: string
  alternative_name?: string
}
type BrowserFeature = { __compat?: { support: Record<string, Statement | Statement[]> } }

/** Whether all supported browsers have it without a flag. */
function isSupported({ __compat }: BrowserFeature): boolean {
  return Object.entries(oldestBrowsers).every(([browser, version]) =>
    [__compat!.support[browser] ?? []]
      .flat()
      .some(
        ({ version_added, version_removed, flags, prefix, alternative_name }) =>
          typeof version_added === 'string' &&
          !(version_removed || flags || prefix || alternative_name) &&
          Number.parseFloat(version_added.replace('≤', '')) <= Number(version),
      ),
  )
}

/** `URL` and `URL.parse` → whether they are supported; and the member names that no supported object has. */
const known = new Map<string, boolean>()
const members = new Map<string, boolean>()
for (const group of [bcd.api, bcd.javascript.builtins] as Record<string, BrowserFeature>[])
  for (const [owner, feature] of Object.entries(group)) {
    if (owner === '__compat') continue
    if (feature.__compat) known.set(owner, isSupported(feature))
    // A member of an unsupported object is only reachable by that object's name.
    if (known.get(owner) === false) continue
    for (const [key, member] of Object.entries(feature as Record<string, BrowserFeature>)) {
      const name = key.replace(/_static$/, '')
      if (!member.__compat || /_/.test(name)) continue
      const has = isSupported(member)
      known.set(`${owner}.${name}`, has)
      members.set(name, has || members.get(name) === true)
    }
  }

const found = new Map<string, string>()
const isNewRegex = (pattern: string, flags = '') => /\(\?<[=!]/.test(pattern) || flags.includes('v')
for await (const file of glob(patterns)) {
  if (/\.test\.tsx?$/.test(file) || file.endsWith('.d.ts')) continue
  const code = await readFile(file, 'utf8')
  const note = (name: string, { start }: { start: number }) => {
    const at = `${file}:${code.slice(0, start).split('\n').length}`
    if (!found.has(name))
      found.set(name, `${at}  ${code.slice(Math.max(0, start - 30), start + 50).replace(/\s+/g, ' ')}`)
  }
  const { program, errors } = parseSync(file, code)
  if (errors.length) throw new Error(`${file}: ${errors[0]!.message}`)
  new Visitor({
    MemberExpression(node) {
      const { object, property, computed } = node
      if (computed || property.type !== 'Identifier' || object.type !== 'Identifier') return
      const full = `${object.name}.${property.name}`
      if (known.get(full) === false) note(full, node)
    },
    // A missing property is undefined; calling a missing method breaks the page.
    CallExpression({ callee, optional }) {
      if (callee.type !== 'MemberExpression' || callee.computed || optional) return
      const { object, property } = callee
      if (property.type !== 'Identifier' || members.get(property.name) !== false) return
      if (object.type !== 'Identifier' || !known.has(`${object.name}.${property.name}`))
        note(`.${property.name}()`, callee)
    },
    NewExpression(node) {
      const { callee } = node
      if (callee.type !== 'Identifier') return
      if (known.get(callee.name) === false) note(callee.name, node)
      const [pattern] = node.arguments
      if (callee.name === 'RegExp' && pattern?.type === 'Literal' && isNewRegex(String(pattern.value)))
        note('lookbehind', node)
    },
    Literal(node) {
      if ('regex' in node && node.regex && isNewRegex(node.regex.pattern, node.regex.flags)) note('lookbehind', node)
    },
    StaticBlock: (node) => note('static block', node),
  }).visit(program)
}

const unknown = [...found].filter(([name]) => !(name in guardedFeatures))
for (const [name, at] of unknown) console.error(`${name} is not in the oldest browsers that we serve: ${at}`)
const stale = isBundle ? Object.keys(guardedFeatures).filter((name) => !found.has(name)) : []
for (const name of stale) console.error(`${name} is guarded and no longer used: take it off the list`)
process.exitCode = unknown.length + stale.length > 0 ? 1 : 0
