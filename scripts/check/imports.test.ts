import { expect, test } from 'vitest'
import { checkFile } from './imports.ts'

const rule = 'packages/shop/src/catalogue/price/rules/price-steps.ts'

test.each([
  // values: nothing
  ['packages/values/src/yen.ts', `import { z } from 'zod'`, false],
  ['packages/values/src/yen.ts', `import { t } from '../../contract/src/product.ts'`, false],
  ['packages/values/src/yen.ts', `import { share } from './share.ts'`, true],
  // contract: values
  ['packages/contract/src/cart.ts', `import { yen } from '@kushi/values/yen'`, true],
  ['packages/contract/src/cart.ts', `import { cart_item } from '@kushi/db/schema/cart'`, false],
  ['packages/contract/src/cart.ts', `import { createHash } from 'node:crypto'`, false],
  // rules: values and other rules, types from elsewhere, no clock
  [rule, `import { yen } from '@kushi/values/yen'`, true],
  [rule, `import { fee } from '../../delivery/rules/fee.ts'`, true],
  [rule, `import { fee } from '../load-cart-items.ts'`, false],
  [rule, `import type { QuotedItem } from '../load-cart-items.ts'`, true],
  [rule, `import type { Quote } from '@kushi/contract/quote'`, true],
  [rule, `import { quote } from '@kushi/contract/quote'`, false],
  [rule, `import { eq } from 'drizzle-orm'`, false],
  [rule, `import { readFileSync } from 'node:fs'`, false],
  [rule, `export const today = () => Temporal.Now.plainDateISO()`, false],
  [rule, `const salt = process.env.SALT`, false],
  // shop: contract, db, values; third parties only through a port
  ['packages/shop/src/sales/cart/sync-cart.ts', `import type { Db } from '@kushi/db/connect'`, true],
  ['packages/shop/src/sales/cart/sync-cart.ts', `import { gmo } from '@kushi/adapters/gmo/card-port'`, false],
  ['packages/shop/src/sales/cart/sync-cart.ts', `import nodemailer from 'nodemailer'`, false],
  ['packages/shop/src/sales/cart/sync-cart.ts', `import { request } from 'node:https'`, false],
  // adapters: the shop's ports, values
  ['packages/adapters/src/gmo/cards.ts', `import type { CardPort } from '@kushi/shop/ports/card-port'`, true],
  [
    'packages/adapters/src/gmo/cards.ts',
    `import { placeOrder } from '@kushi/shop/sales/order/internal/place-order'`,
    false,
  ],
  ['packages/adapters/src/gmo/cards.ts', `import type { Db } from '@kushi/db/connect'`, false],
  ['packages/adapters/src/mail/smtp.ts', `import nodemailer from 'nodemailer'`, true],
  ['packages/db/src/seed.ts', `import { placeOrder } from '@kushi/shop/sales/order/internal/place-order'`, false],
  // server: neither sandbox nor storefront
  ['apps/server/src/main.ts', `const s = await import('@kushi/sandbox/sandbox')`, false],
  ['apps/server/src/main.ts', `import { routes } from '../../storefront/app/routes.ts'`, false],
  ['apps/server/src/main.ts', `import { cards } from '@kushi/adapters/gmo/card-port'`, true],
  // storefront: types of the contract, its client and its forms
  ['apps/storefront/app/cart.ts', `import type { Product } from '@kushi/contract/product'`, true],
  ['apps/storefront/app/cart.ts', `import { product } from '@kushi/contract/product'`, false],
  ['apps/storefront/app/cart.ts', `import { createClient } from '@kushi/contract/client'`, true],
  ['apps/storefront/app/cart.tsx', `const form = () => import('@kushi/contract/form/member')`, true],
  ['apps/storefront/app/cart.tsx', `import { openDatabase } from '@kushi/db/connect'`, false],
  // … and of its screens those of the same area
  ['apps/storefront/app/screens/cart/cart.tsx', `import { CartRow } from './cart-row.tsx'`, true],
  ['apps/storefront/app/screens/cart/cart.tsx', `import { Page } from '../../ui/page.tsx'`, true],
  ['apps/storefront/app/screens/cart/cart.tsx', `import { Login } from '../login/login.tsx'`, false],
  ['apps/storefront/app/form/address.ts', `import type { Editor } from '../screens/addresses/editor.tsx'`, false],
  // sandbox: none of our packages
  ['apps/sandbox/src/gmo.ts', `import { isCard } from '@kushi/values/card'`, false],
  ['apps/sandbox/src/gmo.ts', `import type { In } from '../../../packages/contract/src/endpoint.ts'`, false],
  ['apps/sandbox/src/gmo.ts', `import { Hono } from 'hono'`, true],
  // a comment is not an import, and a test may import anything
  ['apps/sandbox/src/gmo.ts', `/** import { x } from '@kushi/values/x' */`, true],
  ['packages/values/src/yen.test.ts', `import { expect } from 'vitest'`, true],
])('%s: %s → %s', (file, source, right) => {
  expect(checkFile(file, source).length === 0).toBe(right)
})

test('an import over several lines is found, with its line', () => {
  const source = `const a = 1\nimport {\n  one,\n  two,\n} from '@kushi/db/connect'\n`
  expect(checkFile('apps/sandbox/src/gmo.ts', source)).toEqual([
    "apps/sandbox/src/gmo.ts:2  sandbox may not import '@kushi/db/connect'",
  ])
})
