import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pictureFileNames } from '@kushi/values/product'
import { expect, test } from 'vitest'
import { products } from '../../../seed/demo/catalogue.ts'
import * as wholesale from '../../../seed/demo/catalogue-wholesale.ts'
import { demoImagesOf } from './catalogue.ts'

const folder = join(import.meta.dirname, '../../../../../apps/storefront/public/pictures')

test.each(products.map((product) => [product.product_name, product] as const))(
  '%s has five pictures or more, each another one with words of its own',
  (_, product) => {
    const pictures = demoImagesOf(product)
    expect(pictures.length).toBeGreaterThanOrEqual(5)
    expect(new Set(pictures.map(({ path }) => path)).size).toBe(pictures.length)
    expect(new Set(pictures.map(({ alt }) => alt)).size).toBe(pictures.length)
  },
)

test.each([...products, ...wholesale.products].map((product) => [product.product_name, product] as const))(
  'every file of every picture of %s is there',
  (_, product) => {
    const names = demoImagesOf(product).flatMap(({ path }) => pictureFileNames(path))
    expect(names.filter((name) => !existsSync(join(folder, name)))).toEqual([])
  },
)
