import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { signIn } from './lib/operator.ts'

const photo = join(import.meta.dirname, '../apps/storefront/public/pictures/hero-1-1600.webp')
const words = (page: Page) => page.getByLabel(/^写真\d+の説明/)
/** A file that is dragged or pasted. */
const carried = (page: Page, name: string, content: Buffer) =>
  page.evaluateHandle(
    ([called, text]) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(text!), (one) => one.charCodeAt(0))
      data.items.add(new File([bytes], called!, { type: `image/${called!.split('.').at(-1)}` }))
      return data
    },
    [name, content.toString('base64')],
  )
const statusShows = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()

journey(
  'a picture is pasted, described, moved to the front by keys and removed; another operator saves meanwhile',
  async ({ page, expectProblem }) => {
    await signIn(page, 'manager')
    await page.goto('/admin/products/12')
    await page.getByRole('button', { name: '保存する' }).waitFor()
    const before = await words(page).count()

    expectProblem(/422: POST .*admin\/v1\/pictures/)
    const place = page.getByText('ここに写真を置くか、コピーした写真を貼り付けます(Ctrl+V)。')
    await place.dispatchEvent('drop', { dataTransfer: await carried(page, 'メモ.png', Buffer.from('no picture')) })
    await page.getByText(/メモ\.png: 写真ではありません/).waitFor()
    await page.getByRole('button', { name: '閉じる' }).click()

    await page.evaluate(
      (clipboardData) => document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true })),
      await carried(page, 'x.webp', await readFile(photo)),
    )
    const added = page.getByLabel(new RegExp(`^写真${before + 1}の説明`))
    await added.waitFor()
    expectProblem(/422: PUT .*admin\/v1\/products/)
    await page.getByRole('button', { name: '保存する' }).click()
    await page.getByText('写真の説明を入力してください').waitFor()
    await inspect(page, 'admin-pictures-refused')

    await added.fill('朝の光のなかの椿の油と櫛')
    // The button keeps the focus during all moves, also at the front.
    await page.getByRole('button', { name: `写真${before + 1}を前へ` }).focus()
    for (let n = before + 1; n > 1; n--) await page.keyboard.press('Enter')
    expect(await words(page).first().inputValue()).toBe('朝の光のなかの椿の油と櫛')
    const front = page.getByRole('button', { name: '写真1を前へ' })
    expect(await front.evaluate((key) => key === document.activeElement)).toBe(true)
    // Dragging swaps it with another picture.
    const image = (n: number) =>
      page
        .getByRole('listitem')
        .filter({ has: page.getByLabel(`写真${n}の説明`) })
        .locator('img')
    await image(1).dragTo(image(2))
    expect(await words(page).nth(1).inputValue()).toBe('朝の光のなかの椿の油と櫛')
    await page.keyboard.press('Control+s')
    await statusShows(page, '商品を保存しました')

    await page.getByText('保存していない変更があります').waitFor({ state: 'detached' })

    // Another operator saves the product meanwhile: this one is told, and loses nothing.
    await sql(`update product set catch_copy = '一人目の言葉', version = version + 1 where shop_id = 2 and id = 12`)
    const saying = page.getByLabel(/^キャッチコピー/)
    await saying.fill('二人目の言葉')
    await page.getByRole('button', { name: '写真2を外す' }).click()
    expectProblem(/409: PUT .*admin\/v1\/products/)
    await page.getByRole('button', { name: '保存する' }).click()
    await page.getByText('ほかの担当者がこの商品を保存しました').waitFor()
    expect(await saying.inputValue()).toBe('二人目の言葉')
    await page.getByRole('button', { name: 'この画面の内容で上書きする' }).click()
    await expect
      .poll(() => sql('select catch_copy from product where shop_id = 2 and id = 12'))
      .toEqual([{ catch_copy: '二人目の言葉' }])
    await page.getByText('保存していない変更があります').waitFor({ state: 'detached' })
    expect(await words(page).count()).toBe(before)
  },
  { on: ['desktop'] },
)
