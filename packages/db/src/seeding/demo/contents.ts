import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Tx } from '../../connect.ts'
import { shop_content } from '../../schema/shop.ts'

const folder = join(import.meta.dirname, '../../../seed/demo/contents')

/** `contents/<shop_id>/<name>.html`, or `<name>.<layout code>.html` for one layout; the title is the page's own h1. */
export async function addContents(tx: Tx): Promise<void> {
  for (const shop of await readdir(folder)) {
    const files = (await readdir(join(folder, shop))).filter((file) => file.endsWith('.html')).sort()
    const rows = await Promise.all(files.map(async (file) => contentRow(Number(shop), join(folder, shop, file))))
    if (rows.length > 0) await tx.insert(shop_content).values(rows)
  }
}

async function contentRow(shop_id: number, path: string) {
  const [name = '', layout] = basename(path, '.html').split('.')
  const html = await readFile(path, 'utf8')
  const title =
    /<h1[^>]*>(.*?)<\/h1>/s
      .exec(html)?.[1]
      ?.replace(/<[^>]*>/g, '')
      .trim() ?? ''
  return { shop_id, name, layout_code: Number(layout ?? 0), title, html }
}
