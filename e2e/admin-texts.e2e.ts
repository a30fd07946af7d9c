import { CONTENT_NAME, type ContentName } from '@kushi/contract/admin/content'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { expectFitsAllWidths, inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { newMember, orderedBy } from './lib/member.ts'
import { openScreen, signIn } from './lib/operator.ts'

const texts = [
  'banner',
  'footer',
  'faq',
  'company',
  'privacy',
  'terms-of-use',
  'accessibility',
  'customer_rank',
  'line',
  'defrayal',
] as const

/** Opens a text by its address, in the editor that shows it as it looks. */
async function openText(page: Page, name: ContentName): Promise<void> {
  await openScreen(page, `/admin/content/${name}/0`)
  await page.getByRole('heading', { level: 1, name: new RegExp(`^${CONTENT_NAME[name]}`) }).waitFor()
  await page.getByRole('textbox', { name: '文章', exact: true }).waitFor()
}

const kept = async (name: string): Promise<string> => {
  const [row] = await sql<{ html: string }>(
    'select html from shop_content where shop_id = 2 and name = $1 and layout_code = 0',
    name,
  )
  return row!.html.replace(/\s+/g, '')
}

/** A custom mail text: preview with the newest order, a test mail, back to the standard. */
async function ownMail(page: Page): Promise<void> {
  const order_no = await orderedBy(await newMember(), { sku: 101 })
  await openScreen(page, '/admin/message-texts')
  await page.getByRole('heading', { level: 1, name: 'メールとLINEの文章' }).waitFor()
  await inspect(page, 'admin-message-texts')
  await page.getByRole('link', { name: 'ご注文の確認' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'メール: ご注文の確認' }).waitFor()
  const preview = page.getByRole('region', { name: 'プレビュー' })
  await preview.getByText(`いちばん新しいご注文(${order_no})`).waitFor()
  await inspect(page, 'admin-message-text')
  await expectFitsAllWidths(page, 'admin-message-text')

  const body = page.getByLabel('本文')
  const standard = await body.inputValue()
  await body.fill(`${standard}\n\n心を込めてお包みします。`)
  await page.getByLabel('件名').fill('{店舗名}より、ご注文のお礼({ご注文番号})')
  await preview.getByText('心を込めてお包みします。').waitFor()
  await page.getByRole('button', { name: '自分に試しに送る' }).click()
  await page.getByRole('status').getByText('に送りました').waitFor()
  await page.getByRole('button', { name: '保存する' }).click()
  await page.getByRole('status').getByText('文章を保存しました').waitFor()
  await page.getByRole('button', { name: '標準の文章に戻す' }).click()
  await page.getByRole('status').getByText('標準の文章に戻しました').waitFor()
  await expect.poll(() => body.inputValue()).toBe(standard)
}

journey(
  'texts are edited as they look: shown and kept as stored, by the buttons; unsupported markup stays HTML; then a mail',
  async ({ page, step }) => {
    await signIn(page, 'manager')
    await page.goto('/admin/content')
    await page.getByRole('heading', { level: 1, name: '文章とページ' }).waitFor()
    await inspect(page, 'admin-content')
    step('every text opens as it looks')
    // Each is shown completely: the editor would lose what it does not support.
    for (const name of texts) await openText(page, name)

    const text = page.getByRole('textbox', { name: '文章', exact: true })
    const html = page.getByLabel('文章(HTML)')
    const unsaved = page.getByText('保存していない変更があります')
    const save = async () => {
      await page.keyboard.press('Control+s')
      await unsaved.waitFor({ state: 'detached' })
      // No input is accepted until the saved text is rendered.
      await page.locator('fieldset[inert]').waitFor({ state: 'detached' })
    }
    step('an entry is added and saved')
    const before = await kept('defrayal')
    const first = text.locator('dt').first()
    await first.click()
    await page.getByRole('button', { name: '項目を足す' }).click()
    await page.keyboard.press('Shift+End')
    await page.keyboard.type('通信販売の登録')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+End')
    await page.keyboard.type('ありません')
    await inspect(page, 'admin-rich-text')
    await page.getByRole('button', { name: '保存する' }).click()
    await page.getByText('を保存しました').waitFor()
    await unsaved.waitFor({ state: 'detached' })
    const added = '<dt>通信販売の登録</dt><dd>ありません</dd>'
    const after = await kept('defrayal')
    expect(after).toContain(added)
    expect(after.replace(added, '')).toBe(before)

    step('HTML by hand; what the law asks for is missed')
    await page.getByRole('button', { name: 'HTMLで直す' }).click()
    const stored = await html.inputValue()
    // What the law wants of this page is missing meanwhile.
    await html.fill(stored.replace('運営統括責任者', '担当'))
    await page.getByText('運営責任者').waitFor()
    await html.fill(stored.replace(added, ''))
    await save()
    expect(await kept('defrayal')).toBe(before)
    await page.getByRole('button', { name: '見たままで直す' }).click()

    step('viewing is no change')
    // Viewing a text is not a change, and what is saved is shown as stored and can be saved again.
    await text.getByText('日本国内に限ります。', { exact: true }).click()
    await page.keyboard.press('End')
    await page.keyboard.type('あ')
    await unsaved.waitFor()
    await page.keyboard.press('Backspace')
    await unsaved.waitFor({ state: 'detached' })
    await page.keyboard.type('一行目')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('二行目')
    await save()
    expect(await kept('defrayal')).toContain('日本国内に限ります。一行目<br/>二行目</dd>')
    await text.getByText('二行目').waitFor()
    // The focus is where it was, so that typing can continue.
    await text.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('の続き')
    await text.getByText('二行目の続き').waitFor()

    step('markup that is never served disappears')
    // Markup that the shop never serves disappears from the screen too, so that the next save does not bring it back.
    await page.getByRole('button', { name: 'HTMLで直す' }).click()
    await html.fill((await html.inputValue()).replace('一行目<br />二行目の続き', '<b style="color:red">赤</b>'))
    await save()
    await text.locator('b, strong').filter({ hasText: '赤' }).waitFor()
    await page.getByRole('button', { name: 'HTMLで直す' }).click()
    expect(await html.inputValue()).toContain('<b>赤</b>')
    await sql(`update shop_content set html = replace(html, '<b>赤</b>', '') where shop_id = 2 and name = 'defrayal'`)
    expect(await kept('defrayal')).toBe(before)

    step('headings, lists, links and tables by their buttons')
    // Headings, lists, links, tables and pictures by their buttons.
    await openScreen(page, '/admin/content/articles/new')
    await page.getByRole('heading', { level: 1, name: '読みものを加える' }).waitFor()
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await text.click()
    await press('見出し')
    await page.keyboard.type('手入れ\n')
    await press('箇条書き')
    await page.keyboard.type('乾いた布で拭く\n油を差す\n\n')
    await page.keyboard.type('つげ櫛')
    await page.keyboard.press('Shift+Home')
    await press('リンク')
    await page.getByLabel('リンク先').fill('javascript:alert(1)')
    await press('リンクを付ける')
    await page.getByText('で始まるアドレスを入力してください。').waitFor()
    await page.getByLabel('リンク先').fill('/sh/products/detail/5')
    await press('リンクを付ける')
    await text.and(page.locator(':focus')).waitFor()
    await text.locator('p').last().click()
    await press('表')
    await page.keyboard.type('歯')
    await page.keyboard.press('Tab')
    await page.keyboard.type('向く髪')
    await inspect(page, 'admin-rich-text-table')
    await press('HTMLで直す')
    expect(await html.inputValue()).toBe(
      '<h2>手入れ</h2><ul><li>乾いた布で拭く</li><li>油を差す</li></ul>' +
        '<p><a href="/sh/products/detail/5">つげ櫛</a></p>' +
        '<table><thead><tr><th scope="col">歯</th><th scope="col">向く髪</th></tr></thead>' +
        '<tbody><tr><td></td><td></td></tr><tr><td></td><td></td></tr></tbody></table>',
    )
    const by_hand = '<figure><figcaption>櫛</figcaption></figure>'
    await html.fill(by_hand)
    await press('見たままで直す')
    await page.getByText('見たままでは直せないHTMLが使われています').waitFor()
    expect(await html.inputValue()).toBe(by_hand)
    page.on('dialog', (dialog) => void dialog.accept())
    step("a mail's own text")
    await ownMail(page)
  },
  { on: ['desktop'] },
)
