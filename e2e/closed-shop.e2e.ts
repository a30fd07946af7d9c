import { expect } from 'vitest'
import { newDevice } from './lib/browser.ts'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { callAs, logInDevice, newMember } from './lib/member.ts'
import { signIn } from './lib/operator.ts'
import { putInCart } from './lib/shopping.ts'

/** Later journeys find the shop open, whatever happened here. */
const open = () => sql('update shop set opened_at = now(), closed_at = null where id = 2 and opened_at is null')

journey(
  '臨時休業: a visitor sees a sentence, a member manages subscriptions but cannot buy, the preview link opens the shop',
  async (visitor) => {
    const { page, device } = visitor
    visitor.expectProblem(/^503: GET/)
    const [office, street] = [await newDevice('desktop'), await newDevice('phone')]
    try {
      const member = await newMember()
      await logInDevice(device, member)
      const desk = await office.newPage()
      await signIn(desk, 'manager')
      await desk.goto('/admin/setting/shop')
      await desk.getByRole('link', { name: '公開と休業', exact: true }).click()
      await desk.getByRole('heading', { level: 1, name: '公開と休業', exact: true }).waitFor()
      await inspect(desk, 'admin-open')
      await desk.getByRole('button', { name: 'ショップを閉じる' }).click()
      const asked = desk.getByRole('dialog')
      await asked.getByLabel('お客様への文章').fill('棚卸しのため、お休みします。')
      await inspect(desk, 'admin-closing')
      await asked.getByRole('button', { name: 'ショップを閉じる' }).click()
      const link = desk.getByRole('link', { name: 'お客様に見える形で開く' })
      const visit_url = (await link.getAttribute('href'))!
      await inspect(desk, 'admin-closed')

      const stranger = await street.newPage()
      for (const path of ['', 'products', 'cart', 'normal-purchase']) {
        const answer = await stranger.goto(path)
        expect(answer!.status(), path).toBe(503)
        await stranger.getByRole('heading', { level: 1, name: 'ただいまお休みしています' }).waitFor()
        await stranger.getByText('棚卸しのため、お休みします。').waitFor()
      }
      await inspect(stranger, 'closed-shop')

      await page.goto('mypage')
      await page.getByRole('complementary', { name: 'お休みのお知らせ' }).waitFor()
      await page.getByRole('heading', { level: 1, name: 'マイページ' }).waitFor()
      await inspect(page, 'closed-mypage')
      await page.goto('mypage/subscriptions')
      await page.getByRole('heading', { level: 1, name: '定期便一覧' }).waitFor()
      await page.goto('products')
      await page.getByRole('link', { name: 'マイページへ' }).click()
      await page.getByRole('heading', { level: 1, name: 'マイページ' }).waitFor()
      // The screen offers no way to buy, and the server rejects it too.
      const piece = { product_sku_id: 101, quantity: 1, subscription: 0 }
      await expect(callAs(member, 'POST', '/v1/cart/items/new', piece)).rejects.toThrow(/403/)

      await stranger.goto(visit_url)
      await stranger.waitForURL((url) => !url.search.includes('visit'))
      await putInCart(stranger, { product: 15 })
      await inspect(stranger, 'closed-visited')
      await desk.getByRole('button', { name: 'リンクを作り直す' }).click()
      await desk.getByRole('status').getByText('リンクを作り直しました').waitFor()
      expect((await stranger.goto(''))!.status()).toBe(503)
      expect((await stranger.goto(visit_url))!.status()).toBe(503)

      await desk.getByRole('button', { name: 'ショップを公開する' }).click()
      await desk.getByRole('dialog').getByRole('button', { name: '公開する', exact: true }).click()
      await expect.poll(async () => (await stranger.goto(''))!.status()).toBe(200)
    } finally {
      await open()
      await office.close()
      await street.close()
    }
  },
)
