import { expect, test } from 'vitest'
import { checkCycles } from './cycles.ts'
import { checkFeatures, featureImports } from './features.ts'
import { findImports } from './find-imports.ts'

const shop = 'packages/shop/src'

/** Sources as they are read, from texts. */
const sourcesOf = (texts: Record<string, string>) =>
  new Map(Object.entries(texts).map(([file, text]) => [file, { text, imports: findImports(file, text) }]))

const imports = (from: string, line: string, to: string) =>
  featureImports(sourcesOf({ [`${shop}/${from}.ts`]: line, [`${shop}/${to}.ts`]: '' }))

test.each([
  ['order/place-order', `import { quote } from '../price/quote.ts'`, 'price/quote', true],
  ['price/quote', `import { placeOrder } from '../order/place-order.ts'`, 'order/place-order', false],
  // Types bind as well.
  ['price/quote', `import type { OrderRow } from '../order/place-order.ts'`, 'order/place-order', false],
  ['price/quote', `import { placeOrder } from '@kushi/shop/order/place-order'`, 'order/place-order', false],
  // A port is below every feature; the floor imports no feature.
  ['outbox/send-line', `import type { LinePort } from '../line/line-port.ts'`, 'line/line-port', true],
  ['context', `import type { LinePort } from './line/line-port.ts'`, 'line/line-port', true],
  ['context', `import { placeOrder } from './order/place-order.ts'`, 'order/place-order', false],
  ['line/line-port', `import type { Flex } from '../mail/flex.ts'`, 'mail/flex', false],
  ['wishlist/add', `import { quote } from '../price/quote.ts'`, 'price/quote', false],
])('%s: %s', (from, line, to, right) => {
  expect(checkFeatures(imports(from, line, to)).length === 0).toBe(right)
})

test('a circle is found, types included', () => {
  const circle = sourcesOf({
    'packages/values/src/a.ts': `import { b } from './b.ts'`,
    'packages/values/src/b.ts': `import type { C } from '@kushi/values/c'`,
    'packages/values/src/c.ts': `import { a } from './a.ts'`,
  })
  expect(checkCycles(circle)).toEqual([
    'a circle of imports, types included: packages/values/src/a.ts → packages/values/src/b.ts → packages/values/src/c.ts → packages/values/src/a.ts',
  ])
})
