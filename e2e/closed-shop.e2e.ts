import { expect } from 'vitest'
import { newDevice } from './lib/browser.ts'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { logInDevice, newMember } from './lib/member.ts'
import { signIn } from './lib/operator.ts'

/** Later journeys find the shop open, whatever happened here. */
const open = () => sql('update shop set opened_at = now(), closed_at = null where id = 2 and opened_at is null')

journey(
  '臨時休業: a visitor sees a sentence, a member reaches マイページ, the preview link opens the shop',
  async (visitor) => {
    const { page, device } = visitor
    visitor.expectProblem(/^503: GET/)
    const [member, office] = [await newMember(), await newDevice('desktop')]
    try {
      const desk = await office.newPage()
      await signIn(desk, 'manager')
      await desk.goto('/admin/setting/shop')
      await desk.getByRole('link', { name: '公開と休業', exact: true }).click()
      await desk.getByRole('heading', { level: 1, name: '公開と休業', exact: true }).waitFor()
      await desk.getByRole('button', { name: 'ショップを閉じる' }).click()
      const asked = desk.getByRole('dialog')
      await asked.getByLabel('お客様への文章').fill('棚卸しのため、お休みします。')
      await asked.getByRole('button', { name: 'ショップを閉じる' }).click()
      const link = desk.getByRole('link', { name: 'お客様に見える形で開く' })
      const visit_url = (await link.getAttribute('href'))!

      expect((await page.goto('products'))!.status()).toBe(503)
      await page.getByRole('heading', { level: 1, name: 'ただいまお休みしています' }).waitFor()
      await page.getByText('棚卸しのため、お休みします。').waitFor()
      await inspect(page, 'closed-shop')

      await logInDevice(device, member)
      await page.getByRole('link', { name: 'マイページへ' }).click()
      await page.getByRole('complementary', { name: 'お休みのお知らせ' }).waitFor()
      await page.getByRole('heading', { level: 1, name: 'マイページ' }).waitFor()

      await page.goto(visit_url)
      await page.waitForURL((url) => !url.search.includes('visit'))
      await page
        .getByRole('link', { name: /^カート/ })
        .first()
        .waitFor()
    } finally {
      await open()
      await office.close()
    }
  },
)
