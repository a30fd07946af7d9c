import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { signIn } from './lib/operator.ts'
import { guestCart } from './lib/shopping.ts'

journeyInBoth(
  'an operator makes a promotion with a code, tries it, starts it, plans a change and stops it',
  async ({ page, expectProblem }) => {
    expectProblem(/^422: POST \/admin\/v1\/schedule/)
    await signIn(page, 'manager')
    await page.goto('/admin/promotions')
    await page.getByRole('link', { name: '特典を作る' }).click()
    await page.getByLabel(/何をするか/).selectOption({ label: 'プレゼント(商品を0円で付ける)' })
    expect(await page.getByLabel(/付ける点数/).inputValue()).toBe('1')
    await page.getByLabel(/何をするか/).selectOption({ index: 0 })
    await page.getByLabel(/^名前/).fill('秋のご愛用感謝')
    await page.getByLabel(/割引率/).fill('15')
    await page.getByLabel(/何回目まで/).fill('3')
    await page.getByRole('button', { name: 'ためす' }).click()
    await page.getByText(/直近30日のご注文.*割引は合わせて/).waitFor()
    await page.getByText(/期間中に始まる定期便では、1〜3回目に適用し、4回目からは通常の定期価格です。/).waitFor()
    await inspect(page, 'admin-promotion-new')
    await page.getByRole('button', { name: '下書きを作る' }).click()
    await page.getByRole('heading', { level: 1, name: '秋のご愛用感謝' }).waitFor()
    await page.getByRole('button', { name: 'コードを加える' }).click()
    await page.getByLabel('種類').selectOption({ label: '手元のコードの一覧(CSV)' })
    await page.getByLabel(/^コード必須/).fill(`F${Date.now()},チラシ\nF${Date.now() + 1}`)
    await inspect(page, 'admin-promotion-codes-file')
    await page.getByLabel('種類').selectOption({ label: '1つの言葉(だれでも同じコード)' })
    const code = `AKI${Date.now() % 1_000_000}`
    await page.getByRole('textbox', { name: /^コード/ }).fill(code)
    await page.getByRole('button', { name: '加える', exact: true }).click()
    await page.getByText(code).waitFor()
    await page.getByRole('button', { name: '公開する' }).click()
    await page.getByText('実施中').waitFor()
    await inspect(page, 'admin-promotion')
    await page.getByRole('link', { name: '変更を予定する' }).click()
    await page.getByRole('heading', { level: 1, name: '特典・クーポンの変更を予定する' }).waitFor()
    await page.getByLabel(/^割引率/).fill('20')
    await page.getByLabel(/^名前/).fill('今だけ20%引き')
    await page.getByLabel(/^始まり/).fill(`${new Date().getFullYear() + 1}-01-01T00:00`)
    await page.getByRole('button', { name: '予定する' }).click()
    await page.getByText(/終わりの日時が必要です/).waitFor()
    await inspect(page, 'admin-promotion-planned')
    await page.getByLabel(/^名前/).fill('新春のご愛用感謝')
    await page.getByRole('button', { name: '予定する' }).click()
    await page.getByText('名前: 秋のご愛用感謝 → 新春のご愛用感謝').waitFor()
    await page.getByText(/^変更後: .*20%引きにします。/).waitFor()
    await inspect(page, 'admin-promotion-schedule')
    await sql('delete from promotion_code where shop_id = 2 and code = $1', code)
    await page.getByRole('link', { name: 'その日のショップを見る' }).click()
    await page.getByLabel(/^日時/).fill(`${new Date().getFullYear() + 1}-01-02T00:00`)
    await page.getByRole('button', { name: 'この日時で見る' }).click()
    await page.getByRole('heading', { name: '始まらない予定' }).waitFor()
    await page.getByText('変更できない内容でした。クーポンコードがありません。先に加えてください。').waitFor()
    await inspect(page, 'admin-as-of-refused')
    await page.goBack()
    await sql('delete from scheduled_change where shop_id = 2')
    await page.goBack()
    await page.goBack()
    page.once('dialog', (dialog) => void dialog.accept())
    await page.getByRole('button', { name: 'すぐに止める' }).click()
    await page.getByText('停止', { exact: true }).waitFor()
    await page.goto('/admin/promotions')
    await page.getByRole('link', { name: '秋のご愛用感謝' }).first().waitFor()
    await inspect(page, 'admin-promotions')
  },
)

journeyInBoth(
  'a promotion that could not be published any more runs on by a decision with a reason, which 今日 shows',
  async ({ page }) => {
    await signIn(page, 'manager')
    await page.goto('/admin/promotions/new')
    await page.getByLabel(/^名前/).fill('春のご愛用感謝')
    await page.getByLabel(/割引率/).fill('10')
    await page.getByLabel(/適用のしかた/).selectOption({ label: '自動(コードなし)' })
    await page.getByRole('button', { name: '下書きを作る' }).click()
    await page.getByRole('heading', { level: 1, name: '春のご愛用感謝' }).waitFor()
    await page.getByRole('button', { name: '公開する' }).click()
    await page.getByText('実施中').waitFor()
    const named = 'update promotion set promotion_name = $1, ends_at = null where shop_id = 2 and promotion_name = $2'
    await sql(named, '今だけのご愛用感謝', '春のご愛用感謝')
    await page.reload()
    await page.getByRole('heading', { name: 'いまは公開できない内容です' }).waitFor()
    await inspect(page, 'admin-promotion-fault')
    await page.getByRole('button', { name: '理由を残して続ける' }).click()
    await page.getByLabel(/^続ける理由/).fill('今月末まで店頭で告知しているため')
    await inspect(page, 'admin-promotion-run-on')
    await page.getByRole('dialog').getByRole('button', { name: '理由を残して続ける' }).click()
    await page.getByText(/さんの判断で続けています。理由: 今月末まで店頭で告知しているため/).waitFor()
    await inspect(page, 'admin-promotion-overridden')
    await page.goto('/admin/')
    await page.getByText(/判断で続けています\(理由: 今月末まで店頭で告知しているため\)/).waitFor()
    await inspect(page, 'admin-today-overridden')
    await sql(
      "update promotion set status = 'stopped', fault_override = null where promotion_name = $1",
      '今だけのご愛用感謝',
    )
  },
)

journeyInBoth(
  'an operator makes a promotion for a list of members, and one that only its link opens',
  async ({ page }) => {
    await signIn(page, 'manager')
    await page.goto('/admin/promotions/new')
    await page.getByLabel(/^名前/).fill('ご愛用の方へ')
    await page.getByLabel(/割引率/).fill('10')
    await page.getByLabel(/適用のしかた/).selectOption({ label: '専用のリンクを開いた方だけ' })
    await page.getByLabel(/対象の会員/).selectOption({ label: '会員リストの方だけ' })
    await page.getByLabel(/使える回数/).selectOption({ label: 'おひとり様1回、間をあければもう1回' })
    await page.getByLabel(/もう1回使えるまで/).fill('6')
    await inspect(page, 'admin-promotion-listed-new')
    await page.getByRole('button', { name: '下書きを作る' }).click()
    await page.getByText(/会員リストの方だけに、おひとり様1回\(6か月たてばもう1回\)、専用のリンクを開くと、/).waitFor()
    const [known] = await sql<{ id: number }>('select id::int from customer where shop_id = 2 order by id limit 1')
    await page.getByLabel(/加える会員のCSVファイル/).setInputFiles({
      name: 'members.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`会員番号\n${known!.id}\n99999999\n`),
    })
    await page.getByRole('button', { name: 'リストに加える' }).click()
    await page.getByText('1名を加えました。').waitFor()
    await page.getByText('会員が見つからない行が1行あります。').waitFor()
    await page.getByRole('button', { name: 'リンクを加える' }).click()
    await page.getByRole('button', { name: '加える', exact: true }).click()
    await page.getByText(/^\?coupon=~[2-9A-Z]{10}$/).waitFor()
    await page.getByRole('button', { name: '公開する' }).click()
    await page.getByText('実施中').waitFor()
    await inspect(page, 'admin-promotion-listed')
  },
)

/** A code of a promotion that runs in shop 2, and one that needs ¥30,000. */
async function codes(): Promise<[string, string]> {
  const made = async (name: string, code: string, least: number) => {
    const [row] = await sql<{ id: number }>(
      `insert into promotion (shop_id, promotion_name, status, trigger, audience, starts_at, effect, min_amount, to_cycle,
        created_at, updated_at)
      values (2, $1, 'active', 'code', 'everybody', '2020-01-01', '{"kind":"percent","percent":10}', $2, 3, now(), now())
      returning id::int`,
      name,
      least,
    )
    await sql(
      'insert into promotion_code (shop_id, promotion_id, code, created_at) values (2, $1, $2, now())',
      row!.id,
      code,
    )
    return code
  }
  const now = Date.now()
  return [await made('秋の感謝割', `A${now}`, 0), await made('まとめ買い割', `B${now}`, 30_000)]
}

journeyInBoth(
  'a code comes with a link, another is typed: what applies, what is missing, and why not',
  async ({ page }) => {
    const [applies, notApplied] = await codes()
    await guestCart(page, { sku: 101, subscription: true }, { sku: 103, subscription: true })
    await page.goto(`cart?tab=periodic&coupon=${applies}`)
    const total = page.getByRole('region', { name: '合計金額' })
    await total.getByText('秋の感謝割を適用中').waitFor()
    await total.getByText('定期便では、1〜3回目のお届けに適用されます。').waitFor()
    await total.getByText(/2〜3回目は1回あたり/).waitFor()
    await total.getByText(/4回目からは1回あたり/).waitFor()
    await total.getByRole('button', { name: 'クーポンコードをお持ちの方' }).click()
    for (const typed of [notApplied.toLowerCase(), 'NANIKA']) {
      await total.getByLabel('クーポンコード').fill(typed)
      await total.getByLabel('クーポンコード').press('Enter')
    }
    await total.getByText(/あと¥[\d,]+のご購入で、.+になります。/).waitFor()
    await total.getByText('クーポン「NANIKA」は見つかりません。文字をお確かめください。').waitFor()
    await inspect(page, 'cart-coupons')
    await total.getByRole('button', { name: 'NANIKAのクーポンを外す' }).click()
    await total.getByText('クーポン「NANIKA」は見つかりません。').waitFor({ state: 'hidden' })
    await expect.poll(() => total.textContent()).toContain('秋の感謝割-¥')
  },
)

journeyInBoth('three of a kind cost less each, and a gift comes with them', async ({ page }) => {
  const sku = 128
  const [row] = await sql<{ id: number; product_id: number; price: number }>(
    `update product_sku set quantity_prices = json_build_array(
       json_build_object('from_pieces', 3, 'price', price - 100, 'subscription_price', null))::jsonb
     where shop_id = 2 and id = $1 returning product_id::int, price`,
    sku,
  )
  const [promotion] = await sql<{ id: number }>(
    `insert into promotion (shop_id, promotion_name, status, trigger, audience, starts_at, effect, cart_type, to_cycle,
      created_at, updated_at)
    values (2, '秋の贈りもの', 'active', 'code', 'everybody', '2020-01-01',
      '{"kind":"gift","product_sku_id":124,"pieces":1}', 0, 1, now(), now()) returning id::int`,
  )
  const code = `G${Date.now()}`
  await sql(
    'insert into promotion_code (shop_id, promotion_id, code, created_at) values (2, $1, $2, now())',
    promotion!.id,
    code,
  )
  const each = `¥${(row!.price - 100).toLocaleString('en')}`
  try {
    await page.goto(`products/detail/${row!.product_id}`)
    await page.getByRole('list', { name: 'まとめ買いの価格' }).getByText(`1点 ${each}`).waitFor()
    await inspect(page, 'product-quantity-prices')
    await guestCart(page, { sku, quantity: 3 })
    await page.goto(`cart?coupon=${code}`)
    const total = page.getByRole('region', { name: '合計金額' })
    await total.getByText('秋の贈りものを適用中').waitFor()
    await total.getByRole('list', { name: 'プレゼント' }).getByText('1点').waitFor()
    await page.getByText(each).first().waitFor()
    await inspect(page, 'cart-gift')
    await sql('update product_sku set stock = 0 where shop_id = 2 and id = 124')
    await page.reload()
    await total.getByText('「秋の贈りもの」は、プレゼントの品切れのため終了しました。').waitFor()
  } finally {
    await sql(`update product_sku set quantity_prices = '[]' where shop_id = 2 and id = $1`, sku)
    await sql('update product_sku set stock = 20 where shop_id = 2 and id = 124')
  }
})
