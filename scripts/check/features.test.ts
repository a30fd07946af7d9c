import { expect, test } from 'vitest'
import { checkFeatures, checkInternals, featureImports } from './features.ts'
import { findImports } from './find-imports.ts'

const shop = 'packages/shop/src'

/** Parses sources from texts. */
const sourcesOf = (texts: Record<string, string>) =>
  new Map(Object.entries(texts).map(([file, text]) => [file, { text, imports: findImports(file, text) }]))

const imports = (from: string, line: string, to: string) =>
  featureImports(sourcesOf({ [`${shop}/${from}.ts`]: line, [`${shop}/${to}.ts`]: '' }))

test.each([
  [
    'sales/order/internal/place-order',
    `import { quote } from '../../../catalogue/price/index.ts'`,
    'catalogue/price/index',
    true,
  ],
  ['sales/order/internal/place-order', `import { pay } from '../../payment/index.ts'`, 'sales/payment/index', true],
  [
    'catalogue/price/internal/quote',
    `import { placeOrder } from '../../../sales/order/index.ts'`,
    'sales/order/index',
    false,
  ],
  ['sales/payment/pay', `import { placeOrder } from '../order/index.ts'`, 'sales/order/index', false],
  // Type imports count too.
  ['catalogue/price/quote', `import type { OrderRow } from '../../sales/order/index.ts'`, 'sales/order/index', false],
  ['catalogue/price/quote', `import { placeOrder } from '@kushi/shop/sales/order/index'`, 'sales/order/index', false],
  // Bypasses the index.
  [
    'sales/order/get-order',
    `import { quote } from '../../catalogue/price/internal/quote.ts'`,
    'catalogue/price/internal/quote',
    false,
  ],
  [
    'sales/order/get-order',
    `import type { Quote } from '../../catalogue/price/quote.ts'`,
    'catalogue/price/quote',
    false,
  ],
  [
    'sales/order/get-order',
    `import { total } from '../../catalogue/price/rules/total.ts'`,
    'catalogue/price/rules/total',
    false,
  ],
  [
    'sales/document/rules/invoice',
    `import { total } from '../../../catalogue/price/rules/total.ts'`,
    'catalogue/price/rules/total',
    true,
  ],
  // The ports are on the ground, which imports no feature.
  ['people/line/send-line', `import type { MailPort } from '../../ports/mail-port.ts'`, 'ports/mail-port', true],
  ['context', `import type { LinePort } from './ports/line-port.ts'`, 'ports/line-port', true],
  ['context', `import { placeOrder } from './sales/order/index.ts'`, 'sales/order/index', false],
  ['ports/line-port', `import type { Flex } from '../messaging/message/index.ts'`, 'messaging/message/index', false],
  // Has no place in the tables.
  ['sales/wishlist/add', `import { quote } from '../../catalogue/price/index.ts'`, 'catalogue/price/index', false],
  ['wishlist/add', `import { quote } from '../catalogue/price/index.ts'`, 'catalogue/price/index', false],
])('%s: %s', (from, line, to, right) => {
  expect(checkFeatures(imports(from, line, to)).length === 0).toBe(right)
})

test.each([
  [`${shop}/sales/order/get-order.ts`, `import { quote } from './internal/quote.ts'`, true],
  ['apps/server/src/http/order.ts', `import { quote } from '@kushi/shop/sales/order/internal/quote'`, false],
  ['apps/server/src/http/order.test.ts', `import { quote } from '@kushi/shop/sales/order/internal/quote'`, true],
])('%s: %s', (file, line, right) => {
  const sources = sourcesOf({ [file]: line, [`${shop}/sales/order/internal/quote.ts`]: '' })
  expect(checkInternals(sources).length === 0).toBe(right)
})
