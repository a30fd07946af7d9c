import type { Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth as journey } from './lib/journey.ts'
import { signIn } from './lib/operator.ts'
import { newPerson } from './lib/people.ts'
import {
  agreeToTerms,
  cards,
  completed,
  fillMemberForm,
  order,
  passChallenge,
  payCash,
  payWithCard,
  toConfirmation,
} from './lib/purchase.ts'
import { checkOutAsNew, field, guestCart, section } from './lib/shopping.ts'

const oilYuzu60 = 104
const shampoo = 105

async function offer(
  place: 'beside' | 'instead' | 'after',
  title: string,
  sku: number,
  cart_type: 0 | 1,
): Promise<number> {
  const [row] = await sql<{ id: number }>(
    `insert into order_offer (shop_id, offer_place, title, text, visible, sort_no, cart_type, product_sku_id, quantity, for_sku_ids, landing_slug, take_within_minutes)
      values (2, $1, $2, '', true, 1, $3, $4, 1, $5, '', case when $1 = 'after' then 30 end) returning id`,
    place,
    title,
    cart_type,
    sku,
    JSON.stringify([oilYuzu60]),
  )
  await sql('update shop set order_offer_flag = true where id = 2')
  return row!.id
}

afterEach(async () => {
  await sql('update shop set order_offer_flag = false where id = 2')
  await sql('delete from order_offer')
  await sql("delete from landing_page where slug = 'yuzu'")
})

const answersOf = (order_no: string) =>
  sql(
    `select offer_place, is_taken, total_after - total_before as more from order_offer_answer a
      join orders o on o.shop_id = a.shop_id and o.id = a.order_id where o.order_no = $1 order by 1`,
    order_no,
  )
const box = (page: Page) => page.getByRole('checkbox', { name: '一緒に注文する' })
const instead = (page: Page, name: RegExp) => page.getByRole('radio', { name })

journey(
  'what is offered beside an order is taken by a box, taken back, and refused once it has ended',
  async (visitor) => {
    const { page, step, expectProblem } = visitor
    expectProblem(/^422: POST \/v1\/order\/validates-data/)
    const id = await offer('beside', '髪を洗うときにも', shampoo, 0)
    const person = newPerson()
    await guestCart(page, { sku: oilYuzu60 })
    await page.goto('cart')

    step('the box is not ticked; ticked, the goods are in the order')
    await checkOutAsNew(page, person)
    await fillMemberForm(page, person)
    await payCash(page)
    await agreeToTerms(page)
    expect(await box(page).isChecked()).toBe(false)
    await page.getByText(/お支払い合計\(税込・送料込み\)が¥/).waitFor()
    await inspect(page, 'offer-beside')
    await box(page).check()
    await page.getByText(/お支払い合計\(税込・送料込み\)は¥/).waitFor()
    await inspect(page, 'offer-beside-taken')

    step('a reload keeps the answer; the box takes it back')
    await page.reload()
    await box(page).and(page.locator(':checked')).waitFor()
    await box(page).uncheck()
    await expect.poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('kushi.cart') ?? '[]').length)).toBe(1)
    await box(page).check()
    const total = page.getByText(/お支払い合計\(税込・送料込み\)は¥/)
    await total.waitFor()

    step('it ends meanwhile: it has no amounts any more, it is said beside the box, and nothing typed is lost')
    await sql('update order_offer set closes_at = now() where id = $1', id)
    await page.getByRole('radio', { name: /^NP後払い/ }).check()
    await total.waitFor({ state: 'detached' })
    await payCash(page)
    await field(page, 'パスワード').fill(person.password)
    await field(page, 'パスワード(確認)').fill(person.password)
    await agreeToTerms(page)
    await page.getByRole('button', { name: '会員登録して確認へ進む' }).click()
    await page.getByText(/このご案内は終わったか/).waitFor()
    await inspect(page, 'offer-beside-ended')
    expect(await field(section(page, 'お客様情報'), '姓').inputValue()).toBe(person.name01)

    step('it is there again: the confirmation has the goods, and the order knows its answer')
    await sql('update order_offer set closes_at = null where id = $1', id)
    await toConfirmation(page)
    await page.getByText('シャンプー「泡紬」').first().waitFor()
    await inspect(page, 'offer-beside-confirmation')
    await order(page)
    const order_no = await completed(page)
    expect(await answersOf(order_no)).toMatchObject([{ offer_place: 'beside', is_taken: true }])
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('kushi.cart') ?? '[]').length)).toBe(0)
  },
)

journey(
  '定期便 instead: chosen in the cart’s checkout, undone, chosen again, with 3-D Secure',
  async ({ page, step }) => {
    await offer('instead', '続けるなら、定期便で', oilYuzu60, 1)
    const person = newPerson()
    await guestCart(page, { sku: oilYuzu60 })
    await page.goto('cart')
    await checkOutAsNew(page, person)

    step('both totals; the order stays as it is until somebody chooses')
    await instead(page, /^単品のまま/)
      .and(page.locator(':checked'))
      .waitFor()
    await fillMemberForm(page, person)
    await agreeToTerms(page)
    await inspect(page, 'offer-instead')

    step('taken, the same form is that of a 定期便, with all that was typed')
    await instead(page, /^定期便にする/).check()
    await page.waitForURL('**/periodic-purchase*')
    await instead(page, /^定期便にする/)
      .and(page.locator(':checked'))
      .waitFor()
    expect(await field(page, 'パスワード').inputValue()).toBe(person.password)
    expect(await field(section(page, 'お客様情報'), '姓').inputValue()).toBe(person.name01)
    await field(section(page, 'お届け周期'), '間隔').selectOption('2か月ごと')
    await inspect(page, 'offer-instead-taken')

    step('one press undoes it, another takes it again: the interval stays')
    await instead(page, /^単品のまま/).check()
    await page.waitForURL('**/normal-purchase*')
    await expect.poll(() => section(page, 'お届け周期').count()).toBe(0)
    await instead(page, /^定期便にする/).check()
    await page.waitForURL('**/periodic-purchase*')
    expect(await field(section(page, 'お届け周期'), '間隔').inputValue()).toBe('2')

    step('the confirmation is that of any 定期便; the card company leads back to the order')
    await payWithCard(page, cards.challenge)
    await toConfirmation(page)
    await page.getByText('2か月ごと').first().waitFor()
    await page
      .getByText(/2回目から/)
      .first()
      .waitFor()
    await section(page, '変更・解約・返品').waitFor()
    await inspect(page, 'offer-instead-confirmation')
    await order(page)
    await passChallenge(page)
    const order_no = await completed(page)
    expect(await answersOf(order_no)).toMatchObject([{ offer_place: 'instead', is_taken: true }])
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('kushi.cart') ?? '[]').length)).toBe(0)
  },
)

journey('on a 申し込みページ both are offered, and the order keeps its page', async ({ page, step }) => {
  await offer('instead', '続けるなら、定期便で', oilYuzu60, 1)
  await offer('beside', '髪を洗うときにも', shampoo, 1)
  const blocks = [
    {
      kind: 'hero',
      title: '柚子の椿油',
      text: '',
      image_path: '',
      image_alt: '',
      link_to: '#order',
      link_label: '申し込む',
      visible: true,
    },
    { kind: 'form', title: 'お申し込み', text: '', visible: true },
  ]
  await sql(
    `insert into landing_page (shop_id, slug, title, visible, successor, cart_type, items, intervals, adcd, thanks, blocks)
      values (2, 'yuzu', '柚子の椿油', true, '', 0, $1, '[]', '', '', $2)`,
    JSON.stringify([{ product_sku_id: oilYuzu60, quantity: 1 }]),
    JSON.stringify(blocks),
  )
  const person = newPerson()
  await page.goto('lp/yuzu#order')

  step('定期便 instead, on the same page')
  await instead(page, /^定期便にする/).check()
  await section(page, 'お届け周期').waitFor()
  await inspect(page, 'offer-page')

  step('beside it, in each delivery; a reload keeps both')
  await fillMemberForm(page, person)
  await box(page).check()
  await page.getByText(/1回目のお支払い\(税込・送料込み\)は¥/).waitFor()
  await page.reload()
  await box(page).and(page.locator(':checked')).waitFor()
  await instead(page, /^定期便にする/)
    .and(page.locator(':checked'))
    .waitFor()
  await field(page, 'パスワード').fill(person.password)
  await field(page, 'パスワード(確認)').fill(person.password)
  await payWithCard(page, cards.good)
  await agreeToTerms(page)
  await inspect(page, 'offer-page-taken')
  await toConfirmation(page)
  await page.getByText('シャンプー「泡紬」').first().waitFor()

  step('what is to be changed is changed on the page')
  await section(page, 'お届け先とお届けの時期').getByRole('link', { name: /変更/ }).click()
  await page.waitForURL('**/lp/yuzu#order')
  await box(page).and(page.locator(':checked')).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'ご注文内容の確認' }).waitFor()
  const number = field(page, 'カード番号')
  if (await number.isVisible().catch(() => false)) await payWithCard(page, cards.good)
  await order(page)
  const order_no = await completed(page)
  expect(await answersOf(order_no)).toMatchObject([
    { offer_place: 'beside', is_taken: true },
    { offer_place: 'instead', is_taken: true },
  ])
  expect(
    await sql(
      'select landing_slug, subscription_id is not null as is_contract from orders where order_no = $1',
      order_no,
    ),
  ).toEqual([{ landing_slug: 'yuzu', is_contract: true }])
})

journey(
  'after the order: one press adds the goods, by the same card and in the same parcel',
  async ({ page, step }) => {
    await offer('after', '同じ箱で、シャンプーもお届けできます', shampoo, 0)
    const person = newPerson()
    const add = page.getByRole('button', { name: /^この商品を追加する\(合計¥/ })
    const totalOf = async (order_no: string) =>
      (await sql<{ payment_total: number }>('select payment_total from orders where order_no = $1', order_no))[0]!
        .payment_total

    step('the completion page says what the whole order then costs, until when, and all the conditions')
    await guestCart(page, { sku: oilYuzu60 })
    await page.goto('cart')
    await checkOutAsNew(page, person)
    await fillMemberForm(page, person)
    await payWithCard(page, cards.good)
    await agreeToTerms(page)
    await toConfirmation(page)
    await order(page)
    const order_no = await completed(page)
    await add.waitFor()
    const before = await totalOf(order_no)
    const card = section(page, '同じ箱で、シャンプーもお届けできます')
    for (const words of [/まで、このご注文に追加できます/, /ご注文のキャンセル/, /返品・交換/, /お申し込みの期限/])
      await card.getByText(words).first().waitFor()
    await inspect(page, 'offer-after')

    step('one press: the same order has the goods, at the total that was shown')
    const text = await add.innerText()
    await add.click()
    await page.getByText('ご注文に追加しました').waitFor()
    await page.getByText('シャンプー「泡紬」').last().waitFor()
    await inspect(page, 'offer-after-taken')
    const after = await totalOf(order_no)
    expect(text.replaceAll(',', '')).toContain(`¥${after}`)
    expect(await answersOf(order_no)).toEqual([{ offer_place: 'after', is_taken: true, more: after - before }])
    expect(
      await sql(
        'select amount, state from payment p join orders o on o.id = p.order_id where o.order_no = $1',
        order_no,
      ),
    ).toEqual([{ amount: after, state: 'authorised' }])

    step('a reload offers nothing more')
    await page.reload()
    await page.getByText('シャンプー「泡紬」').last().waitFor()
    expect(await add.count()).toBe(0)
  },
)

journey(
  'after the order, too late: the desk has begun, and the first order stands',
  async ({ page, step, expectProblem }) => {
    expectProblem(/^409: POST \/v1\/order\/public\/[^/]+\/offer\/take/)
    await offer('after', '同じ箱で、シャンプーもお届けできます', shampoo, 0)
    const person = newPerson()
    await guestCart(page, { sku: oilYuzu60 })
    await page.goto('cart')
    await checkOutAsNew(page, person)
    await fillMemberForm(page, person)
    await payCash(page)
    await agreeToTerms(page)
    await toConfirmation(page)
    await order(page)
    const order_no = await completed(page)
    const add = page.getByRole('button', { name: /^この商品を追加する\(合計¥/ })
    await add.waitFor()
    await sql("update orders set status = 'arranged' where order_no = $1", order_no)
    step('the press is answered in words, and the offer is gone')
    await add.click()
    await page.getByText(/受付は終わりました。はじめのご注文は、そのまま承っています。/).waitFor()
    await add.waitFor({ state: 'detached' })
    await inspect(page, 'offer-after-ended')
    expect(await answersOf(order_no)).toMatchObject([{ offer_place: 'after', is_taken: false }])
  },
)

journey('an operator writes one, and reads what came of it', async ({ page, step, expectProblem }) => {
  expectProblem(/^422: (POST|PUT) \/admin\/v1\/order-offers/)
  step('what is wrong is said beside its field')
  await signIn(page, 'manager')
  await page.goto(`${process.env.SHOP_URL}/admin/content`)
  await page.getByRole('link', { name: '注文のときのご案内', exact: true }).click()
  await page.getByText('まだありません。').waitFor()
  await page.getByRole('link', { name: 'ご案内を作る' }).click()
  await field(page, '題名').fill('髪を洗うときにも')
  await page.getByRole('button', { name: '保存する' }).click()
  await page.getByText('商品を選んでください。').waitFor()
  await inspect(page, 'admin-order-offer-wrong')

  step('it is saved, and listed')
  await page.getByLabel('商品').first().selectOption({ index: 1 })
  await page.getByRole('checkbox', { name: '公開する' }).check()
  await page.getByRole('button', { name: '商品を選ぶ' }).click()
  await page.getByLabel('商品', { exact: true }).last().selectOption({ index: 4 })
  await page.getByRole('button', { name: '保存する' }).click()
  await page.waitForURL(/order-offers\/\d+$/)
  await inspect(page, 'admin-order-offer')

  step('a share of visitors is not shown it, to see what it is worth, also in orders that never come')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: '比較を始める' }).click()
  await page.getByText('50%のお客様にはご案内していません。').waitFor()
  await inspect(page, 'admin-order-offer-visitors')
  await page.getByRole('button', { name: '比較を終える' }).click()
  await page.getByRole('button', { name: '比較を始める' }).waitFor()
  await page.goto(`${process.env.SHOP_URL}/admin/content/order-offers`)
  await page.getByText('公開中').waitFor()

  step('after the order: with its minutes, once only')
  await page.getByRole('link', { name: 'ご案内を作る' }).click()
  await field(page, '出す場所').selectOption('注文のあとに追加')
  await field(page, '題名').fill('同じ箱でお届けします')
  await page.getByLabel('商品').first().selectOption({ index: 1 })
  await field(page, '追加できる時間').fill('4')
  await page.getByRole('button', { name: '保存する' }).click()
  await page.getByText('5分以上を入力してください。').waitFor()
  await field(page, '追加できる時間').fill('45')
  await page.getByRole('button', { name: '保存する' }).click()
  await page.waitForURL(/order-offers\/\d+$/)
  await inspect(page, 'admin-order-offer-after')

  step('a share of orders is not offered it, to see what it is worth; meanwhile it stays what it is')
  expect(await page.getByRole('button', { name: '比較を始める' }).count()).toBe(0)
  await page.getByRole('checkbox', { name: '公開する' }).check()
  await page.getByRole('button', { name: '保存する' }).click()
  await page.getByText('この数では、8週間では差を言えません。').waitFor()
  await inspect(page, 'admin-order-offer-comparable')
  await page.getByRole('button', { name: '比較を始める' }).click()
  await page.getByText('50%のご注文にはご案内していません。').waitFor()
  await page.getByRole('cell', { name: '差はまだ言えません' }).first().waitFor()
  await field(page, '題名').fill('べつの題名')
  await page.getByRole('button', { name: '保存する' }).click()
  await page.getByText(/効果をくらべているあいだは、変えられません/).waitFor()
  await inspect(page, 'admin-order-offer-compared')
  await field(page, '題名').fill('同じ箱でお届けします')
  await page.getByRole('button', { name: '比較を終える' }).click()
  await page.getByRole('button', { name: '比較を始める' }).waitFor()
  await page.goto(`${process.env.SHOP_URL}/admin/content/order-offers`)
  await page.getByText('ご注文から45分').waitFor()
  await inspect(page, 'admin-order-offers')
})
