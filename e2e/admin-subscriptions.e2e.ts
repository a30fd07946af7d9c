import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { fitsEverywhere, inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { subscribedBy, subscriptionOf } from './lib/manage.ts'
import { newMember } from './lib/member.ts'
import { openScreen, signIn } from './lib/operator.ts'

journey(
  'a subscription is found, stopped, reopened and changed for its member; many are moved and restored',
  async ({ page, expectProblem }) => {
    expectProblem(/^422: POST \/admin\/v1\/subscriptions/)
    const member = await newMember()
    const { id, next_delivery_date: next } = await subscribedBy(member)
    const [{ customer_id }] = (await sql<{ customer_id: number }>(
      'select customer_id from subscription where id = $1',
      id,
    )) as [{ customer_id: number }]
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
    const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
    const look = async (name: string) => {
      await inspect(page, name)
      await fitsEverywhere(page, name)
    }
    await signIn(page, 'support')

    await page.goto(`/admin/subscriptions?customer_id=${customer_id}`)
    await heading('定期便')
    await inspect(page, 'admin-subscriptions')
    await page.getByRole('link', { name: new RegExp(`^${id}`) }).click()
    await heading(`定期便 ${id}`)
    await look('admin-subscription')

    await press('休止する')
    await inDialog('休止する')
    await press('再開する')
    const reopen = page.getByRole('dialog')
    await reopen.getByText('(うち送料').waitFor()
    // The price has changed meanwhile: the new amount is shown with a note.
    await sql('update subscription set adjustment_amount = 100 where id = $1', id)
    expectProblem(/^409: POST \/admin\/v1\/subscriptions/)
    await inDialog('再開する')
    await reopen.getByText('金額が変わりました。新しい金額をご確認ください。').waitFor()
    await inspect(page, 'admin-subscription-reopen')
    await inDialog('再開する')
    await page.getByText('定期便を再開しました').first().waitFor()
    await sql('update subscription set adjustment_amount = 0 where id = $1', id)

    await page.getByRole('link', { name: '内容を変更する' }).click()
    await heading(`定期便 ${id} の変更`)
    await page.getByLabel('数量').fill('2')
    await press('変更の内容を確かめる')
    await page.getByRole('dialog').getByText('× 2').waitFor()
    await inDialog('この内容で変更する')
    await heading(`定期便 ${id}`)
    await page.getByText('内容を変更しました').first().waitFor()

    // The goods are too heavy: メール便 is rejected beside its field, and nothing changes.
    await page.getByRole('link', { name: '内容を変更する' }).click()
    await page.getByLabel('配送方法').selectOption({ label: 'メール便' })
    await press('変更の内容を確かめる')
    await page.getByText(/^メール便でお届けできない商品が入っているため/).waitFor()
    await inspect(page, 'admin-subscription-change')

    page.once('dialog', (dialog) => void dialog.accept())
    await openScreen(page, '/admin/subscriptions/calendar')
    await heading('お届けの予定(60日間)')
    await look('admin-subscription-calendar')

    await openScreen(page, `/admin/subscriptions?customer_id=${customer_id}`)
    await page.getByLabel('この行を選ぶ').check()
    await press('まとめて変える')
    await page.getByRole('dialog').getByLabel('動かす日数').fill('3')
    await inDialog('変わる件数を確かめる')
    await press('1件に実行する')
    await inspect(page, 'admin-bulk-job')
    await inDialog('実行する')
    await press('元に戻す')
    expect((await subscriptionOf(member, id)).next_delivery_date).not.toBe(next)
    await inDialog('元に戻す')
    await page.getByText('1件を元に戻しました。0件は戻せませんでした。').waitFor()
    expect((await subscriptionOf(member, id)).next_delivery_date).toBe(next)
  },
)
