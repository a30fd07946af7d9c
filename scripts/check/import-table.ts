/** The allowed imports: the table of docs/architecture.md as code. */

/** One import, relative to the file that contains it. */
export type Import = {
  /** Type imports disappear at run time, so they may come from more packages. */
  typeOnly: boolean
  /** `@kushi/db/connect` for our packages, however it was written; `react`, `node:fs` for others. */
  target: string
  /** Path below the root, for an import from the same package. */
  path?: string
}

export type Rule = {
  /** The files it applies to, below the root. The first matching rule counts. */
  files: RegExp
  /** Name used in messages. */
  name: string
  allows(each: Import): boolean
  /** Restricts imports between files of the same package; both paths below the root. */
  allowsWithinPackage?(file: string, path: string): boolean
  /** A pattern that is forbidden anywhere in the text, with the reason. */
  text?: { pattern: RegExp; reason: string }
}

const within = (target: string, ...packages: string[]) =>
  packages.some((name) => target === name || target.startsWith(`${name}/`))
const ours = (target: string) => target.startsWith('@kushi/')
/** The area of a screen: `cart` for all files below `screens/cart`. */
const areaOf = (file: string) => /^apps\/storefront\/app\/screens\/([^/+]+)\//.exec(file)?.[1]
const builtIn = (target: string) => target.startsWith('node:')

export const rules: Rule[] = [
  { files: /^packages\/values\//, name: 'values', allows: () => false },
  {
    files: /^packages\/contract\//,
    name: 'contract',
    allows: ({ target }) => within(target, '@kushi/values', 'zod'),
  },
  {
    files: /^packages\/shop\/src\/.*\/rules\//,
    name: 'rules of the shop',
    allows: ({ target, path, typeOnly }) =>
      within(target, '@kushi/values', 'sanitize-html', 'csv-parse') ||
      (typeOnly && (path !== undefined || within(target, '@kushi/contract'))) ||
      (path !== undefined && /\/rules\/|\/shop-error\.ts$/.test(path)),
    text: {
      pattern:
        /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b|\bMath\.random\b|\bperformance\.now\b|\bprocess\.|\bfetch\(/,
      reason: 'rules know no clock, no chance, no environment and no network: let them be told',
    },
  },
  {
    files: /^packages\/shop\//,
    name: 'shop',
    allows: ({ target }) =>
      within(target, '@kushi/shop', '@kushi/contract', '@kushi/db', '@kushi/values', 'drizzle-orm', 'sanitize-html') ||
      within(target, '@simplewebauthn/server', 'otpauth', 'qrcode-generator', '@zxcvbn-ts/language-common') ||
      within(target, 'csv-parse', 'iconv-lite', '@node-rs/bcrypt') ||
      /^node:(async_hooks|crypto|timers\/promises|util)$/.test(target),
  },
  {
    files: /^packages\/adapters\//,
    name: 'adapters',
    allows: ({ target }) => !ours(target) || within(target, '@kushi/values') || /^@kushi\/shop\/ports\//.test(target),
  },
  {
    files: /^packages\/db\//,
    name: 'db',
    allows: ({ target }) => within(target, '@kushi/values', 'drizzle-orm', 'drizzle-kit', 'pg') || builtIn(target),
  },
  {
    files: /^apps\/server\//,
    name: 'server',
    allows: ({ target }) => !within(target, '@kushi/sandbox', '@kushi/storefront', '@kushi/admin'),
  },
  {
    files: /^apps\/storefront\//,
    name: 'storefront',
    allows: ({ target, typeOnly }) =>
      !ours(target) ||
      within(
        target,
        '@kushi/values',
        '@kushi/contract/client',
        '@kushi/contract/init-crypto',
        '@kushi/contract/form',
      ) ||
      (typeOnly && within(target, '@kushi/contract')),
    // A screen imports files of its own area and shared parts, but no other area's screens.
    allowsWithinPackage: (file, path) => areaOf(path) === undefined || areaOf(path) === areaOf(file),
  },
  {
    files: /^apps\/admin\//,
    name: 'admin',
    allows: ({ target }) =>
      !ours(target) ||
      within(
        target,
        '@kushi/values',
        '@kushi/contract/client',
        '@kushi/contract/admin',
        '@kushi/contract/form/wrapping',
      ),
  },
  { files: /^apps\/sandbox\//, name: 'sandbox', allows: ({ target }) => !ours(target) },
]

/** Tests and test helpers may import anything. */
export const exempt = /\.(test|e2e)\.tsx?$|\/testing\/|\/testing(-[\w-]+)?\.ts$|\/[\w.-]+\.config\.ts$/
