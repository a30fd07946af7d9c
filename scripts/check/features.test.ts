import { expect, test } from 'vitest'
import { checkCycles } from './cycles.ts'
import { checkFeatures, checkInternals, featureImports } from './features.ts'
import { findImports } from './find-imports.ts'

const shop = 'packages/shop/src'

/** Parses sources from texts. */
const sourcesOf = (texts: Record<string, string>) =>
  new Map(Object.entries(texts).map(([file, text]) => [file, { text, imports: findImports(file, text) }]))

const imports = (from: string, line: string, to: string) =>
  featureImports(sourcesOf({ [`${shop}/${from}.ts`]: line, [`${shop}/${to}.ts`]: '' }))

test.each([
  ['order/internal/place-order', `import { quote } from '../../price/index.ts'`, 'price/index', true],
  ['price/internal/quote', `import { placeOrder } from '../../order/index.ts'`, 'order/index', false],
  // Type imports count too.
  ['price/internal/quote', `import type { OrderRow } from '../../order/index.ts'`, 'order/index', false],
  ['price/internal/quote', `import { placeOrder } from '@kushi/shop/order/index'`, 'order/index', false],
  // Bypasses the index.
  ['order/get-order', `import { quote } from '../price/internal/quote.ts'`, 'price/internal/quote', false],
  ['order/get-order', `import type { Quote } from '../price/quote.ts'`, 'price/quote', false],
  ['order/get-order', `import { total } from '../price/rules/total.ts'`, 'price/rules/total', false],
  ['order/rules/invoice', `import { total } from '../../price/rules/total.ts'`, 'price/rules/total', true],
  // A port belongs to its feature; the floor imports ports but no feature.
  ['line/send-line', `import type { MailPort } from '../mail/mail-port.ts'`, 'mail/mail-port', true],
  ['outbox/send-line', `import type { LinePort } from '../line/line-port.ts'`, 'line/line-port', false],
  ['context', `import type { LinePort } from './line/line-port.ts'`, 'line/line-port', true],
  ['context', `import { placeOrder } from './order/index.ts'`, 'order/index', false],
  ['line/line-port', `import type { Flex } from '../mail/index.ts'`, 'mail/index', false],
  ['line/line-port', `import type { Mail } from '../mail/mail-port.ts'`, 'mail/mail-port', true],
  ['wishlist/add', `import { quote } from '../price/index.ts'`, 'price/index', false],
])('%s: %s', (from, line, to, right) => {
  expect(checkFeatures(imports(from, line, to)).length === 0).toBe(right)
})

test.each([
  [`${shop}/order/get-order.ts`, `import { quote } from './internal/quote.ts'`, true],
  ['apps/server/src/routes/order.ts', `import { quote } from '@kushi/shop/order/internal/quote'`, false],
  ['apps/server/src/routes/order.test.ts', `import { quote } from '@kushi/shop/order/internal/quote'`, true],
])('%s: %s', (file, line, right) => {
  const sources = sourcesOf({ [file]: line, [`${shop}/order/internal/quote.ts`]: '' })
  expect(checkInternals(sources).length === 0).toBe(right)
})

test('a cycle is found, types included', () => {
  const circle = sourcesOf({
    'packages/values/src/a.ts': `import { b } from './b.ts'`,
    'packages/values/src/b.ts': `import type { C } from '@kushi/values/c'`,
    'packages/values/src/c.ts': `import { a } from './a.ts'`,
  })
  expect(checkCycles(circle)).toEqual([
    'a circle of imports, types included: packages/values/src/a.ts → packages/values/src/b.ts → packages/values/src/c.ts → packages/values/src/a.ts',
  ])
})
