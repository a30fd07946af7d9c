import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth as journey } from './lib/journey.ts'
import { newPerson } from './lib/people.ts'
import { agree, cards, completed, fillMemberForm, order, payWithCard, toConfirmation } from './lib/purchase.ts'

const assets = join(import.meta.dirname, '../apps/storefront/build/client/assets')
const sizeOf = async (name: string) =>
  (await readFile(join(assets, `${name}.br`)).catch(() => readFile(join(assets, name)))).length + 330

journey('an advert leads to a page, whose goods are ordered without the cart', async ({ page, step }) => {
  step('the page is as light as the others, and no search result')
  const html = (await (await page.goto('lp/shizuku?adcd=summer'))?.text()) ?? ''
  expect(html).toContain('noindex')
  const names = [...html.matchAll(/<link rel="modulepreload" href="[^"]*\/([^/"]+\.js)"/g)].map(([, name]) => name!)
  const sizes = await Promise.all(names.map(async (name) => [name, await sizeOf(name)] as const))
  const total = sizes.reduce((sum, [, size]) => sum + size, 0)
  expect(total, JSON.stringify(sizes)).toBeLessThan(120 * 1024)
  await page.getByRole('heading', { level: 1, name: /毎朝の一滴が/ }).waitFor()
  await inspect(page, 'landing-page')

  step('its first block leads to the order on the same page')
  await page.getByRole('link', { name: 'お申し込みの内容を見る' }).click()
  await expect.poll(() => new URL(page.url()).hash).toBe('#order')
  await page.getByRole('button', { name: 'お申し込みに進む' }).waitFor()

  step('its goods with first and later prices lead into the form, and the cart stays empty')
  await page.getByLabel('お届け間隔').selectOption('2か月ごと')
  await page.getByRole('button', { name: 'お申し込みに進む' }).click()
  await page.getByRole('heading', { level: 1, name: '定期便のお手続き' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('kushi.cart'))).toBeNull()
  const person = newPerson()
  await fillMemberForm(page, person)
  await payWithCard(page, cards.good)
  await agree(page)
  await toConfirmation(page)
  await page.getByText('2か月ごと').first().waitFor()
  await inspect(page, 'landing-confirmation')

  step('the completion page has the words of the page')
  await order(page)
  await completed(page)
  await page.getByText('はじめのひと瓶を、ていねいにお包みします。').waitFor()
  await inspect(page, 'landing-completed')
  await page.reload()
  await page.getByText('はじめのひと瓶を、ていねいにお包みします。').waitFor()
})
