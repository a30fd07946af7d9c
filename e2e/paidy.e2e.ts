import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ordersOf, sql, stockOf } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { memberWith } from './lib/member.ts'
import { shipParcel } from './lib/morning.ts'
import { signIn } from './lib/operator.ts'
import { agreeToTerms, completed, order, toConfirmation } from './lib/purchase.ts'
import { mailTo } from './lib/sandbox.ts'
import { checkOut, section } from './lib/shopping.ts'

const sku = 133
const NAME = 'あと払い(ペイディ)'
const isShown = (visible: boolean) =>
  sql(
    'update shop_payment set visible = $1 where shop_id = 2 and payment_method_id = $2',
    visible,
    PAYMENT_METHOD.paidy,
  )
const way = (page: Page) => page.getByRole('radio', { name: /^あと払い/ })
const paidyWindow = (page: Page) => page.getByRole('dialog', { name: 'ペイディ' })
const choose = (page: Page, button: string) =>
  paidyWindow(page).getByRole('button', { name: button, exact: true }).click()
const picture = async (page: Page, name: string) => {
  const folder = process.env.JOURNEY_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}-${page.viewportSize()!.width}.png` })
}

interface Approved {
  id: string
  status: string
  amount: number
  order: { order_ref: string }
  captures: { amount: number }[]
}
async function approvals(order_ref: string): Promise<Approved[]> {
  const answer = await fetch(`${process.env.SHOP_URL}/sandbox/paidy/transactions.json`)
  return ((await answer.json()) as { payments: Approved[] }).payments.filter((one) => one.order.order_ref === order_ref)
}

journeyInBoth('あと払い(ペイディ): closed, refused, then approved and shipped', async ({ page, device, step }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const isLoaded = () => asked.some((path) => path.endsWith('/paidy.js'))
  await isShown(true)
  try {
    const member = await memberWith(device, { sku })
    const before = await stockOf(sku)
    step('chosen on the form, with the consent to whom the data go; nothing of Paidy is loaded yet')
    await page.goto('cart')
    await checkOut(page, 'normal')
    await way(page).check()
    await page.getByText('代金の債権を同社へ譲渡します').waitFor()
    await inspect(page, 'paidy-form')
    expect(isLoaded()).toBe(false)
    await agreeToTerms(page)
    await toConfirmation(page)
    expect(await section(page, 'お支払い方法と時期').innerText()).toMatch(/ペイディの画面が開きます.*同社へ譲渡します/s)
    await inspect(page, 'paidy-confirm')

    step('the window is closed: nothing is ordered, the page says so, and everything is still there')
    await order(page)
    await paidyWindow(page).waitFor()
    await picture(page, 'paidy-window')
    await choose(page, 'やめる')
    await page.getByRole('alert').getByText('お支払いは承認されていません').waitFor()
    await inspect(page, 'paidy-closed')
    expect(await ordersOf(member.email)).toEqual([])
    expect(await stockOf(sku)).toBe(before)

    step('not accepted by Paidy: back at the form with the reason, and other ways to choose')
    await order(page)
    await choose(page, '審査に通らない')
    await page.getByText(`${NAME}の審査の結果、今回はご利用いただけませんでした`).waitFor()
    await page.getByRole('radio', { name: /^代金引換/ }).waitFor()
    await inspect(page, 'paidy-refused')
    expect(await ordersOf(member.email)).toEqual([])

    step('approved: bought once, and the mail names it')
    await way(page).check()
    await agreeToTerms(page)
    await toConfirmation(page)
    await order(page)
    await choose(page, '承認する')
    const order_no = await completed(page)
    await inspect(page, 'paidy-complete')
    const [placed] = await ordersOf(member.email)
    expect(placed).toMatchObject({ order_no, status: 'received', payment_method_id: PAYMENT_METHOD.paidy })
    expect((await approvals(order_no)).map(({ status }) => status).sort()).toEqual(['authorized', 'rejected'])
    await expect
      .poll(async () => (await mailTo(member.email)).find(({ text }) => text.includes(order_no))?.text)
      .toContain(NAME)

    step('shipped: captured')
    await signIn(page, 'manager')
    await shipParcel(page.request, order_no)
    await expect
      .poll(async () => (await approvals(order_no)).flatMap(({ captures }) => captures.map(({ amount }) => amount)))
      .toEqual([placed!.payment_total])
  } finally {
    await isShown(false)
  }
})

journeyInBoth(
  'あと払い(ペイディ): the order’s answer is lost, and one approval is enough',
  async ({ page, device, step, expectProblem }) => {
    expectProblem(/ERR_FAILED/)
    await isShown(true)
    try {
      const member = await memberWith(device, { sku })
      await page.goto('cart')
      await checkOut(page, 'normal')
      await way(page).check()
      await agreeToTerms(page)
      await toConfirmation(page)
      step('approved, and the line is dead')
      await page.route('**/v1/order/public/new', (route) => route.abort(), { times: 1 })
      await order(page)
      await choose(page, '承認する')
      await page.getByRole('alert').getByText('通信が途切れ').waitFor()
      step('the same press again asks for no other approval')
      await order(page)
      const order_no = await completed(page)
      expect(await ordersOf(member.email)).toMatchObject([{ order_no, status: 'received' }])
      expect((await approvals(order_no)).map(({ status }) => status)).toEqual(['authorized'])
    } finally {
      await isShown(false)
    }
  },
)
