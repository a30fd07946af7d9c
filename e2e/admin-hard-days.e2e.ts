import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { newMember, orderedBy } from './lib/member.ts'
import { openScreen, signIn } from './lib/operator.ts'

journey(
  'an incident with personal data is counted, has its days and a letter; harassment is kept, handed over and held',
  async ({ page, expectProblem, step }) => {
    const member = await newMember()
    await orderedBy(member, { sku: 101 })
    await signIn(page, 'manager')
    await page.goto('/admin/incidents')
    await page.getByText('事故の記録はありません。').waitFor()

    step('what happened, and who is affected')
    await page.getByRole('link', { name: '事故を記録する' }).click()
    await page.getByRole('heading', { level: 1, name: '事故を記録する' }).waitFor()
    expectProblem(/422: POST .*privacy-incidents/)
    await page.getByRole('button', { name: '対象の方を数える' }).click()
    await page.getByText('起きたことを入力してください。').waitFor()
    await page.getByLabel(/^何が、どのように起きたか/).fill('別の方あての納品書を同封しました。')
    await page.getByLabel('パスワード(元に戻せない形のもの)').check()
    await page.getByLabel('不正の目的によるおそれがある').check()
    await page.getByRole('button', { name: '対象の方を数える' }).click()
    await page.getByRole('heading', { level: 2, name: '対象の方' }).waitFor()
    const [{ n }] = (await sql<{ n: number }>('select persons as n from privacy_incident')) as [{ n: number }]
    expect(n).toBeGreaterThan(0)
    await page.getByText(`${n}人`).first().waitFor()
    await page.getByText('個人情報保護委員会への報告と、ご本人へのお知らせが必要です').waitFor()
    await inspect(page, 'admin-incident')

    step('the letter is a draft in 一斉送信, as a notice')
    await page.getByRole('link', { name: '一斉送信に下書きする' }).click()
    await page.getByRole('heading', { level: 1, name: '一斉送信' }).waitFor()
    expect(await page.getByLabel(/^件名/).inputValue()).toBe('お客さまの個人情報についてのお詫びとお知らせ')
    expect(await page.getByLabel(/^本文/).inputValue()).toContain('パスワードの変更をお願いします')
    expect(await page.getByLabel(/^種類/).inputValue()).toBe('notice')
    await page.getByRole('button', { name: '届く人数を確かめる' }).click()
    await page.waitForURL(/bulk-jobs\/\d+$/)

    step('今日 calls the report until it is made')
    await openScreen(page, '/admin/')
    await page.getByText('個人情報の事故の速報が、まだです').waitFor()
    await inspect(page, 'admin-home-incident')
    await page.getByRole('link', { name: '事故の記録を開く' }).click()
    await page.getByLabel('速報を出した日').waitFor()

    step('what was done is recorded')
    await openScreen(page, '/admin/incidents')
    await page.getByText(/^速報は/).waitFor()
    await inspect(page, 'admin-incidents')
    await page.getByRole('link', { name: /に知った事故$/ }).click()
    const [{ today }] = (await sql<{ today: string }>('select found_on::text as today from privacy_incident')) as [
      { today: string },
    ]
    await page.getByLabel('速報を出した日').fill(today)
    await page.getByLabel('ご本人に知らせた日').fill(today)
    await page.getByRole('button', { name: '記録を保存する' }).click()
    await page.getByText(/^確報は/).waitFor()

    step('harassment: a note, another operator, and orders that wait')
    const [asked] = await sql<{ id: number; customer_id: number }>(
      `insert into inquiry (shop_id, inquiry_no, inquiry_status_id, inquiry_type_id, kind, customer_id, name, name_kana, email, content,
         terms_version, idempotency_key, request_digest, waiting_since)
       select 2, 'H-1', 1, 1, 'contact', max(id), '声 大', 'こえ だい', 'loud@example.com', '今すぐ家に来て土下座しろ', '1', 'h-1', '', now()
       from customer where shop_id = 2 returning id, customer_id`,
    )
    await openScreen(page, `/admin/inquiries/${asked!.id}`)
    await page.getByRole('button', { name: '記録して引き継ぐ' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^どのような言動か/).selectOption({ label: '過大な要求(土下座、金銭など)' })
    await dialog.getByLabel(/^日時、方法/).fill('11月27日10時、メール。「土下座しろ」')
    await dialog.getByLabel(/^引き継ぐ担当/).selectOption({ index: 1 })
    await inspect(page, 'admin-harassment')
    await dialog.getByRole('button', { name: '記録する' }).click()
    await page.getByText('【カスタマーハラスメント: 過大な要求').waitFor()
    const entries = await sql(
      'select watch_effect from watch_entry where shop_id = 2 and customer_id = $1',
      asked!.customer_id,
    )
    expect(entries).toEqual([{ watch_effect: 'hold' }])
    await page.getByLabel('ひな形を入れる').selectOption({ label: '度を越した言動へのお返事' })
    expect(await page.getByLabel(/^本文/).inputValue()).toContain('声 大 様')
    await inspect(page, 'admin-inquiry-harassment')
  },
  { on: ['desktop'] },
)
