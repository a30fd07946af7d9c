import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { checkOut, guestCart } from './lib/shopping.ts'

journeyInBoth(
  'quantities, stock, the limit per purchase; two tabs; 年払い is not mixed; emptied after one confirmation',
  async ({ page }) => {
    await guestCart(
      ...([page, { sku: 121, quantity: 2 }, { sku: 130 }, { sku: 132, quantity: 4 }] as const),
      ...([101, 127] as const).map((sku) => ({ sku, subscription: true })),
    )
    const [soap] = await sql<{ stock: number }>('select stock from product_sku where id = 132')
    await sql('update product_sku set stock = 2 where id = 132')
    try {
      await page.goto('cart')
      // Less stock than wanted: one press takes the remaining pieces.
      await page.getByText('「椿石けん(90g)」の在庫は残り2点です。数量をご変更ください。').waitFor()
      await inspect(page, 'cart-over-stock')
      await page.getByRole('button', { name: '数量を2点にする' }).click()
      await page.getByText('「椿石けん(90g)」の在庫は残り2点です').waitFor({ state: 'hidden' })
      await page.getByRole('link', { name: 'カート(7点)' }).waitFor()
      await page.getByRole('button', { name: '椿石けんをカートから削除' }).click()
    } finally {
      await sql('update product_sku set stock = $1 where id = 132', soap!.stock)
    }
    const total = page.getByRole('region', { name: '合計金額' })
    await expect.poll(() => total.textContent()).toMatch(/商品合計¥27,830送料無料/)

    // Three pieces are the limit; the button stays in place and says so.
    const comb = page.getByRole('group', { name: '本つげ櫛の数量' })
    await comb.getByRole('button', { name: '1つ増やす' }).click()
    await comb.getByRole('button', { name: '1つ増やす' }).press('Enter')
    await page.getByText('一度にご購入いただける数量は3点までです。').waitFor()
    await comb.getByRole('textbox').fill('1.5')
    await comb.getByRole('textbox').press('Enter')
    await comb.getByText('1点単位でご入力ください').waitFor()
    await comb.getByRole('textbox').fill('9')
    await comb.getByRole('textbox').press('Enter')
    await comb.getByText('3点までです').waitFor()
    expect(await comb.getByRole('textbox').inputValue()).toBe('3')

    await page.getByRole('button', { name: '本つげ櫛をカートから削除' }).click()
    await page.getByText('「本つげ櫛」を削除しました').waitFor()
    await expect.poll(() => total.textContent()).toMatch(/あと¥5,170で送料無料です.*送料¥275合計¥1,705/)
    await page.getByRole('button', { name: '元に戻す' }).last().click()
    await expect.poll(() => total.textContent()).toContain('商品合計¥41,030')

    await total.getByText('定期購入の商品(2点)は、この合計に含まれません。別にお手続きください。').waitFor()
    // Arrow keys move between tabs.
    await page.getByRole('tab', { name: /^通常購入/, selected: true }).press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: /^定期購入\s*\(2\)/, selected: true }).waitFor()
    await page.getByText(/全12回分を一括払い/).waitFor()
    const problem = page.getByText(/年間一括払いの定期購入の商品は、同時にご購入いただけません。/)
    await problem.waitFor()
    await checkOut(page, 'periodic')
    await page.getByText('このままではご購入いただけない商品があります').waitFor()
    expect(new URL(page.url()).pathname).toBe('/sh/cart')
    await page.getByRole('button', { name: '椿油 一年便をカートから削除' }).click()
    await problem.waitFor({ state: 'hidden' })
    await page.getByText('1回目のお支払い').waitFor()

    await page.getByRole('button', { name: 'カートを空にする' }).click()
    const dialog = page.getByRole('dialog', { name: 'カートを空にしますか' })
    await inspect(page, 'cart-emptying')
    await dialog.getByRole('button', { name: '通常購入だけ空にする' }).click()
    await page.getByRole('link', { name: 'カート(1点)' }).waitFor()
    await page.getByRole('button', { name: 'カートを空にする' }).click()
    await dialog.getByRole('button', { name: '空にする', exact: true }).click()
    await page.getByRole('link', { name: 'カート(0点)' }).waitFor()
    await page.getByRole('link', { name: '定期便の商品を見る' }).waitFor()
    await inspect(page, 'cart-empty')
  },
)
