import type { Locator, Page } from 'playwright-core'
import { alive } from './browser.ts'
import type { ItemRequest } from './member.ts'
import type { Person } from './people.ts'

/** Puts items into the guest's cart of this device, as on an earlier visit, without a page of the shop. */
export async function guestCart(page: Page, ...wanted: ItemRequest[]): Promise<void> {
  const entries = await Promise.all(
    wanted.map(async ({ sku, quantity = 1, subscription = false }) => {
      const url = `${process.env.SHOP_URL}/v1/product/sku/list?product_sku_ids=${sku}:${quantity}&is_subscription=${subscription}`
      const { data } = (await (await fetch(url, { headers: { 'x-shop-id': '2' } })).json()) as {
        data: { items: object[] }
      }
      return { ...data.items[0], cart_item_id: null }
    }),
  )
  await page.goto('/robots.txt')
  await page.evaluate((items) => localStorage.setItem('kushi.cart', JSON.stringify(items)), entries)
}

/**
 * Navigates as by a link in the page: loading a document costs four times as much. Waits for another title or a new heading,
 * because the router arrives while React still shows the last screen.
 */
export async function moveTo(page: Page, path: string): Promise<void> {
  await alive(page)
  const title = await page.title()
  await page.evaluate(async (to) => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate(to: string): Promise<void> }
    }
    const { pathname } = location
    const heading = document.querySelector('h1')
    document.title = ''
    heading?.setAttribute('data-left', '')
    await router.navigate(to)
    if (location.pathname === pathname) heading?.removeAttribute('data-left')
  }, `/${path}`)
  await page.waitForFunction((title) => {
    if (!document.querySelector('h1[data-left]')) document.title ||= title
    return document.title
  }, title)
}

/** Clicks the text, because the button itself is a hidden radio input. */
export async function choose(page: Page, variant: string[]): Promise<void> {
  for (const value of variant) {
    const button = page.getByRole('radio', { name: new RegExp(`^${value}`) })
    await button.locator('..').click()
    await button.and(page.locator(':checked')).waitFor()
  }
}

/** Presses 「ご購入手続きへ」 in the cart. */
export async function checkOut(page: Page, kind: 'normal' | 'periodic' = 'normal'): Promise<void> {
  await page.getByRole('button', { name: kind === 'normal' ? 'ご購入手続きへ' : '定期便のお手続きへ' }).click()
}

/** From the cart to the form of a new customer, whose first field is the e-mail. */
export async function checkOutAsNew(page: Page, { email }: Person, kind: 'normal' | 'periodic' = 'normal') {
  await checkOut(page, kind)
  await page.waitForURL(`**/${kind}-purchase`)
  await field(section(page, 'お客様情報'), 'メールアドレス').fill(email)
}

/** A field in this part of the form, whatever mark is beside its label. */
export const field = (part: Page | Locator, label: string) =>
  part.getByLabel(new RegExp(`^${label.replace(/[()]/g, '\\$&')}\\s*(必須|任意)?$`))

/** A section of a form or of the confirmation, by its heading. */
export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
