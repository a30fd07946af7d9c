import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { memberWith } from './lib/member.ts'
import { signIn } from './lib/operator.ts'
import { completed, order, payCash, toConfirmation } from './lib/purchase.ts'
import { checkOut } from './lib/shopping.ts'

journeyInBoth(
  'a shop gives points, an operator adjusts them, and a member uses some',
  async ({ page, device, step, expectProblem }) => {
    expectProblem(/^422: POST \/admin\/v1\/customers/)
    step('the operator turns points on, and reads what members will read')
    await signIn(page, 'manager')
    await page.goto('/admin/setting/points')
    const isOn = page.getByRole('checkbox', { name: /^ポイントを使う/ })
    if (!(await isOn.isChecked())) {
      await isOn.check()
      await page.getByRole('button', { name: '保存する' }).click()
      await page.getByText('ポイントの設定を保存しました').first().waitFor()
    }
    await page.getByText(/商品代金\(税込、割引とポイントの利用分を引いた額\)の1%を/).waitFor()
    await inspect(page, 'admin-points')

    const member = await memberWith(device, { sku: 101 })
    const [row] = await sql<{ id: number }>('select id::int from customer where email = $1', member.email)
    step('the operator gives 500 points')
    await page.goto(`/admin/customers/${row!.id}`)
    await page.getByRole('button', { name: 'ポイントを調整する' }).click()
    await page.getByRole('textbox', { name: /^増やすポイント/ }).fill('500')
    await page.getByLabel(/^理由/).fill('お届けが遅れたお詫び')
    await page.getByRole('button', { name: '調整する', exact: true }).click()
    await page.getByRole('heading', { name: 'ポイント: 500' }).waitFor()
    await page.getByText('お届けが遅れたお詫び').waitFor()
    await inspect(page, 'admin-customer-points')

    step('the member uses 300 of them')
    await page.goto('cart')
    await checkOut(page)
    await page.getByText('お持ちのポイント 500ポイント').waitFor()
    await page.getByLabel('使うポイントを決める').fill('９９９')
    await page.getByRole('button', { name: '使う', exact: true }).click()
    await page.getByText('1から500までの数字を入力してください。').waitFor()
    await inspect(page, 'purchase-points-refused')
    await page.getByLabel('使うポイントを決める').fill('300')
    await page.getByRole('button', { name: '使う', exact: true }).click()
    await page.getByText(/300ポイントを使います/).waitFor()
    await payCash(page)
    await inspect(page, 'purchase-points')
    await toConfirmation(page)
    await page.getByText('ポイント利用').first().waitFor()
    await page.getByText(/このご注文で21\s*ポイントが、お届けのあとに付きます。/).waitFor()
    await inspect(page, 'confirm-points')
    await order(page)
    const order_no = await completed(page)
    const [kept] = await sql<{ discount_amount: number }>(
      'select discount_amount from orders where order_no = $1',
      order_no,
    )
    expect(kept!.discount_amount).toBe(300)

    step('an operator takes an order by phone, and reads out what 100 more of them are worth')
    await page.goto(`/admin/customers/${row!.id}/order`)
    await page.getByText('お持ちのポイントは200ポイントです。').waitFor()
    await page.getByRole('combobox', { name: /^商品/ }).selectOption('101')
    await page.getByRole('textbox', { name: /^使うポイント/ }).fill('201')
    await page.getByRole('button', { name: '金額とお届け日を確かめる', exact: true }).click()
    await page.getByText('1から200までの数字を入力してください。').waitFor()
    await inspect(page, 'admin-phone-order-points')
    await page.getByRole('textbox', { name: /^使うポイント/ }).fill('100')
    await page.getByRole('button', { name: '金額とお届け日を確かめる', exact: true }).click()
    await page.getByRole('dialog').getByText('100ポイントを使います(残りは100ポイント)。').waitFor()
    await inspect(page, 'admin-phone-order-points-dialog')

    step('the rest, and what is coming, on my page')
    await page.goto('mypage/points')
    await page.getByText('200', { exact: true }).waitFor()
    await page.getByText('お届けのあとに付与', { exact: true }).waitFor()
    await page.getByText('退会すると、ポイントはなくなります。', { exact: false }).waitFor()
    await inspect(page, 'points')
  },
)
