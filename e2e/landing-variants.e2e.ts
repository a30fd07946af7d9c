import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { newDevice } from './lib/browser.ts'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { signIn } from './lib/operator.ts'
import { newPerson } from './lib/people.ts'
import { agreeToTerms, cards, completed, fillMemberForm, order, payWithCard, toConfirmation } from './lib/purchase.ts'
import { field } from './lib/shopping.ts'

const HEADING = '朝、髪がまとまらない方へ'
const admin = (path: string) => `${process.env.SHOP_URL}/admin/content/landing-pages${path}`

/** A new browser on the page, and which of its contents it got. */
async function visitPage(): Promise<{ device: BrowserContext; page: Page; isVariant: boolean }> {
  const device = await newDevice('phone', {})
  const page = await device.newPage()
  const answer = await page.goto('lp/shizuku')
  expect(answer?.headers()['cache-control']).toBe('private, no-cache')
  const isVariant = (await page.getByRole('heading', { level: 1, name: HEADING }).count()) > 0
  await expect.poll(() => countedOf(device)).toBe(true)
  return { device, page, isVariant }
}

async function countedOf(device: BrowserContext): Promise<boolean> {
  const sign = (await device.cookies()).find(({ name }) => name.startsWith('visitor_'))
  expect(sign).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  return (await sql('select 1 from experiment_visitor where shop_id = 2')).length > counted
}
let counted = 0

journeyInBoth(
  'an operator writes a second content of a page, visitors see one of both by chance, and an order counts for the one it saw',
  async ({ page, device, step, expectProblem }) => {
    expectProblem(/^422: POST \/admin\/v1\/landing-pages\/\d+\/experiment/)
    const [kept] = await sql(`select id, blocks from landing_page where shop_id = 2 and slug = 'shizuku'`)
    await sql(`delete from experiment where landing_page_id = $1`, kept!.id)
    await sql(`delete from landing_variant where landing_page_id = $1`, kept!.id)

    step('a copy of the page is made, and its first block is rewritten')
    await signIn(page, 'manager')
    await page.goto(admin(`/${kept!.id}`))
    await page.getByRole('link', { name: 'パターンをくらべる' }).click()
    await page.getByText('パターンを加えると、比較を始められます。').waitFor()
    await inspect(page, 'admin-landing-variants-none')
    await field(page, 'パターンの名前').fill('お悩みから始まる')
    await page.getByRole('button', { name: 'いまの内容を写して加える' }).click()
    await page.waitForURL(/variants\/\d+$/)
    await field(page, '見出し').first().fill(HEADING)
    await inspect(page, 'admin-landing-variant')
    await page.getByRole('button', { name: '保存する' }).click()
    await page.getByText('パターンを保存しました').waitFor()

    step('its preview shows it')
    const opened = device.waitForEvent('page')
    await page.getByRole('button', { name: '保存した内容を下見する' }).click()
    const preview = await opened
    await preview.getByRole('heading', { level: 1, name: HEADING }).waitFor()
    await preview.getByText('下見です。').waitFor()
    await preview.close()

    step('shares that are not a hundred are refused beside them; then it starts')
    await page.getByRole('link', { name: /のパターン$/ }).click()
    await field(page, 'A いまの内容').fill('60')
    page.on('dialog', (dialog) => void dialog.accept())
    await page.getByRole('button', { name: '比較を始める' }).click()
    await page.getByText('割合は、あわせて100%にしてください。').waitFor()
    await inspect(page, 'admin-landing-variants-start')
    await field(page, 'A いまの内容').fill('50')
    await page.getByRole('button', { name: '比較を始める' }).click()
    await page.getByRole('button', { name: '比較を終える' }).waitFor()

    step('browsers come until each has seen its own, and each stays with it')
    const found: Partial<Record<'page' | 'variant', Awaited<ReturnType<typeof visitPage>>>> = {}
    counted = 0
    for (let tries = 0; tries < 20 && !(found.page && found.variant); tries++) {
      const one = await visitPage()
      counted += 1
      const which = one.isVariant ? 'variant' : 'page'
      if (found[which]) await one.device.close()
      else found[which] = one
    }
    for (const { page: seen, isVariant } of [found.page!, found.variant!]) {
      await seen.reload()
      expect(await seen.getByRole('heading', { level: 1, name: HEADING }).count()).toBe(Number(isVariant))
    }
    expect(await sql('select visitors from experiment where landing_page_id = $1', kept!.id)).toEqual([
      { visitors: counted },
    ])

    step('one orders what it saw, and its order says so')
    const { page: buyer, device: phone } = found.variant!
    await buyer.goto('lp/shizuku#order')
    await fillMemberForm(buyer, newPerson())
    await inspect(buyer, 'landing-variant')
    await payWithCard(buyer, cards.good)
    await agreeToTerms(buyer)
    await toConfirmation(buyer)
    await order(buyer)
    const order_no = await completed(buyer)
    expect(
      await sql(
        'select x.arm from experiment_order x join orders o on o.shop_id = x.shop_id and o.id = x.order_id where o.order_no = $1',
        order_no,
      ),
    ).toEqual([{ arm: 1 }])
    await phone.close()
    await found.page!.device.close()

    step('the operator reads who saw what, and that nothing can be said yet; the content can’t be changed')
    await sql(`update experiment_visitor set seen_at = seen_at - interval '40 days' where shop_id = 2`)
    await page.reload()
    await page.getByRole('cell', { name: '差はまだ言えません' }).first().waitFor()
    await inspect(page, 'admin-landing-variants')
    await page.getByRole('link', { name: 'お悩みから始まる' }).click()
    await page.getByText(/いまくらべているので、変えられません/).waitFor()
    await inspect(page, 'admin-landing-variant-compared')
    await page.goto(admin(`/${kept!.id}`))
    await page.getByText(/くらべているあいだは、部品を変えられません/).waitFor()

    step('the other content becomes the page, for all and for shared caches again')
    await page.goto(admin(`/${kept!.id}/variants`))
    await page.getByLabel('これからの内容').selectOption('B お悩みから始まる')
    await page.getByRole('button', { name: '比較を終える' }).click()
    await page.getByRole('link', { name: 'これまでの内容' }).waitFor()
    await inspect(page, 'admin-landing-variants-ended')
    const last = await newDevice('phone', {})
    const shown = await last.newPage()
    const answer = await shown.goto('lp/shizuku')
    expect(answer?.headers()['cache-control']).toContain('public')
    await shown.getByRole('heading', { level: 1, name: HEADING }).waitFor()
    expect((await last.cookies()).filter(({ name }) => name.startsWith('visitor_'))).toEqual([])
    await last.close()
    await sql(`update landing_page set blocks = $2 where id = $1`, kept!.id, JSON.stringify(kept!.blocks))
  },
)
