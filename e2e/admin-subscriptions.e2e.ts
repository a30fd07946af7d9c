import { addDays } from '@kushi/values/calendar-date'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { expectFitsAllWidths, inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { onAnotherDevice, openSubscription, subscribedBy } from './lib/manage.ts'
import { logInDevice, newMember } from './lib/member.ts'
import { openScreen, signIn } from './lib/operator.ts'
import { linkTo, today } from './lib/sandbox.ts'

// On one device only: a shop has one 一斉送信 at a time.
journey(
  'a subscription is found, reopened and changed for its member, who gets a bulk mail, is asked for a higher price and agrees',
  async ({ page, device, expectProblem, step }) => {
    expectProblem(/^422: POST \/admin\/v1\/subscriptions/)
    const member = await newMember()
    const { id } = await subscribedBy(member)
    await onAnotherDevice(member, id, 'pause')
    const [{ customer_id, sku }] = (await sql<{ customer_id: number; sku: number }>(
      `select s.customer_id, i.product_sku_id as sku from subscription s
         join subscription_order_item i on i.subscription_id = s.id where s.id = $1`,
      id,
    )) as [{ customer_id: number; sku: number }]
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
    const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
    const look = async (name: string) => {
      await inspect(page, name)
      await expectFitsAllWidths(page, name)
    }
    await signIn(page, 'support')

    step('it is found')
    await page.goto(`/admin/subscriptions?customer_id=${customer_id}`)
    await heading('定期便')
    await inspect(page, 'admin-subscriptions')
    await page.getByRole('link', { name: new RegExp(`^${id}`) }).click()
    await heading(`定期便 ${id}`)
    await look('admin-subscription')

    step('再開, with a price that changed meanwhile')
    await press('再開する')
    const reopen = page.getByRole('dialog')
    await reopen.getByText('(うち送料').waitFor()
    // The price has changed meanwhile: the new amount is shown with a note.
    await sql('update subscription set adjustment_amount = 100 where id = $1', id)
    expectProblem(/^409: POST \/admin\/v1\/subscriptions/)
    await inDialog('再開する')
    await reopen.getByText('金額が変わりました。新しい金額をご確認ください。').waitFor()
    await look('admin-subscription-reopen')
    await inDialog('再開する')
    await page.getByText('定期便を再開しました').first().waitFor()
    await sql('update subscription set adjustment_amount = 0 where id = $1', id)

    step('its contents are changed')
    await page.getByRole('link', { name: '内容を変更する' }).click()
    await heading(`定期便 ${id} の変更`)
    await page.getByLabel('数量').fill('2')
    // The goods are too heavy: メール便 is rejected beside its field, and nothing is lost.
    await page.getByLabel('配送方法').selectOption({ label: 'メール便' })
    await press('変更の内容を確かめる')
    await page.getByText(/^メール便でお届けできない商品が入っているため/).waitFor()
    await look('admin-subscription-change')
    await page.getByLabel('配送方法').selectOption({ label: '宅配便' })
    await press('変更の内容を確かめる')
    await page.getByRole('dialog').getByText('× 2').waitFor()
    await inDialog('この内容で変更する')
    await heading(`定期便 ${id}`)
    await page.getByText('内容を変更しました').first().waitFor()

    step('the calendar of deliveries')
    await openScreen(page, '/admin/subscriptions/calendar')
    await heading('お届けの予定(60日間)')
    await look('admin-subscription-calendar')

    step('a bulk mail to its member')
    await openScreen(page, `/admin/customers?q=${customer_id}`)
    await page.getByLabel('この行を選ぶ').check()
    await page.getByRole('link', { name: 'メールを送る', exact: true }).click()
    await page.getByLabel(/^件名/).fill('年末年始のお届け')
    await page.getByLabel(/^本文/).fill('{宛名}\n\nお届けが遅れます。')
    await page
      .getByRole('region', { name: /^お客様に届く形/ })
      .getByText('お届けが遅れます。')
      .waitFor()
    await inspect(page, 'admin-bulk-message')
    await press('届く人数を確かめる')
    await press('日時を決めて送る')
    const timing = page.getByRole('dialog', { name: '送る日時' })
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await timing.getByLabel(/^日時/).fill(`${tomorrow}T10:00`)
    await inDialog('この日時に送る')
    await page.getByText(/10:00 に送ります/).waitFor()
    await press('送る日時を変える')
    await inDialog('日時を取り消す')
    await press('1人に送る')
    await inDialog('実行する')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    step('まとめて変更 is undone')
    // A まとめて変更 that moved its date by a day, as of now.
    const [{ job }] = (await sql<{ job: number }>(
      `with job as (
         insert into bulk_job (shop_id, kind, filter, params, notify, state, counts, operator_id, operator_name,
           created_at, updated_at)
         select 2, 'move_dates', '{}', '{"days":-1,"date":null}', false, 'done', '{"done":1}', id, name, now(), now()
         from operator where email = 'support@operators.example.com' returning id),
       moved as (
         insert into bulk_job_row (shop_id, job_id, subject_id, subject_name, state, undo)
         select 2, job.id, s.id, s.id::text, 'done', json_build_object('version', s.version,
           'next_delivery_date', s.next_delivery_date + 1, 'next_next_delivery_date', s.next_next_delivery_date)
         from subscription s, job where s.id = $1)
       select id as job from job`,
      id,
    )) as [{ job: number }]
    await openScreen(page, `/admin/bulk-jobs/${job}`)
    await press('元に戻す')
    await inDialog('元に戻す')
    await page.getByText('1件を元に戻しました。').waitFor()

    step('a higher price is asked for')
    await sql('update subscription_order_item set following_price = 1000 where subscription_id = $1', id)
    await openScreen(page, `/admin/subscriptions?customer_id=${customer_id}`)
    await page.getByLabel('この行を選ぶ').check()
    await press('まとめて変える')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^すること/).selectOption('change_price')
    await dialog.getByLabel(/^商品/).selectOption(String(sku))
    await dialog.getByLabel(/^新しい価格/).fill('1100')
    await dialog.getByLabel(/^このお届け日から/).fill(addDays(await today(), 45))
    await inspect(page, 'admin-bulk-price')
    await inDialog('変わる件数を確かめる')
    await press('1件に実行する')
    await inspect(page, 'admin-bulk-job')
    await inDialog('実行する')

    step("the member agrees by the mail's link")
    const link = await linkTo(member.email, '価格の変更について')
    // No member is logged in on this device.
    await page.goto(link)
    await page.getByRole('button', { name: '新しい価格に同意する', exact: true }).waitFor()
    expect(page.url()).toMatch(/\/sh\/price-change$/)
    await inspect(page, 'price-change')
    await page.getByRole('button', { name: '新しい価格に同意する', exact: true }).click()
    await page.getByText('ご同意ありがとうございます。').waitFor()

    await logInDevice(device, member)
    await openSubscription(page, id)
    await page.getByText('ご同意ありがとうございます。').waitFor()
  },
  { on: ['desktop'] },
)

journey(
  'a member is asked for higher 送料・手数料 by まとめて変更, and agrees by the link of the mail',
  async ({ page }) => {
    const member = await newMember()
    const { id } = await subscribedBy(member)
    const [{ customer_id }] = (await sql<{ customer_id: number }>(
      'select customer_id from subscription where id = $1',
      id,
    )) as [{ customer_id: number }]
    const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
    const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
    await signIn(page, 'support')
    // It was promised a lower 送料 than the shop has today.
    await sql(
      `update subscription s set agreed_terms = jsonb_build_object('delivery_fee', 100, 'cool_fee', 0, 'cool_parcels', 0,
         'delivery_free_amount', null, 'delivery_free_after_promotions', false, 'delivery_free_includes_cool', false,
         'payment_fees', '[]'::jsonb, 'most_promotion_rate', 100, 'rank_discount_rate', 0, 'delivery_id', s.delivery_id,
         'carried_by', s.delivery_id, 'pref_id', s.pref_id, 'is_remote_island', false,
         'payment_method_id', s.payment_method_id, 'goods', (select string_agg(i.product_sku_id || 'x' || i.quantity, ','
           order by i.product_sku_id || 'x' || i.quantity) from subscription_order_item i
           where i.subscription_id = s.id and i.only_cycle is null))
       where id = $1`,
      id,
    )
    await page.goto(`/admin/subscriptions?customer_id=${customer_id}`)
    await page.getByLabel('この行を選ぶ').check()
    await press('まとめて変える')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^すること/).selectOption('change_fees')
    await dialog.getByLabel(/^同意がないとき/).selectOption('pause')
    await dialog.getByLabel(/^このお届け日から/).fill(addDays(await today(), 45))
    await inspect(page, 'admin-bulk-fees')
    await inDialog('変わる件数を確かめる')
    await press('1件に実行する')
    await inDialog('実行する')
    const feesLink = await linkTo(member.email, '送料・手数料の変更について')
    await page.goto(feesLink)
    await page.getByRole('button', { name: '新しい送料・手数料に同意する', exact: true }).waitFor()
    await page.getByText('ご同意がない場合は、定期便を休止し').waitFor()
    await inspect(page, 'fees-change')
    await page.getByRole('button', { name: '新しい送料・手数料に同意する', exact: true }).click()
    await page.getByText('ご同意ありがとうございます。').waitFor()
  },
  { on: ['desktop'] },
)
