import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth as journey } from './lib/journey.ts'
import { openSubscription, subscribedBy } from './lib/manage.ts'
import { logInDevice, newMember } from './lib/member.ts'

journey(
  'what is left is asked; what fits is shown, taken and undone by presses alone',
  async ({ page, device, step }) => {
    step('a second delivery is to come, the first came five weeks ago')
    const member = await newMember()
    await logInDevice(device, member)
    const { id } = await subscribedBy(member, { sku: 101 })
    await sql(
      `update orders set status = 'delivered', created_at = created_at - interval '40 days',
       delivery_date = current_date - 35, expected_date = current_date - 35 where subscription_id = $1`,
      id,
    )
    await sql(
      `update subscription set cycle = 2, created_at = created_at - interval '40 days',
       next_delivery_date = current_date + 20, next_next_delivery_date = current_date + 50 where id = $1`,
      id,
    )
    await openSubscription(page, id)
    const rest = page.getByRole('region', { name: 'お手元の残り' })
    await rest.getByText('お手元の残りは？').waitFor()
    await inspect(page, 'pace-asked')

    step('more is left than was foreseen')
    await rest.getByRole('button', { name: '2点以上' }).click()
    const proposals = rest.getByRole('list', { name: 'ご提案' })
    await proposals.getByText('商品の価格: お約束した価格のままです').first().waitFor()
    await inspect(page, 'pace-proposed')
    const nextOf = async () =>
      (await sql<{ day: string }>('select next_delivery_date::text as day from subscription where id = $1', id))[0]!.day
    const before = await nextOf()

    step('nothing moves before the press, and it goes back by one')
    await proposals.getByRole('button', { name: 'このとおりに変更する' }).first().click()
    await rest.getByText(/に変更しました。/).waitFor()
    expect((await nextOf()) > before).toBe(true)
    await inspect(page, 'pace-taken')
    await rest.getByRole('button', { name: '元に戻す' }).click()
    await expect.poll(nextOf).toBe(before)
  },
)

journey('a link of the notice that is cut or over says so', async ({ page, expectProblem }) => {
  expectProblem(/^4(04|22): POST .*\/pace\/answer/)
  await page.goto('pace?rest=none')
  await page.getByRole('heading', { name: 'このURLではご覧いただけません' }).waitFor()
  await inspect(page, 'pace-no-link')
})
