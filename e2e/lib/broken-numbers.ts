import type { Page } from 'playwright-core'

/** Numbers (with their unit, and phone numbers) that a line break cuts, each with the text around it. */
export const brokenNumbers = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const broken: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const node = texts.currentNode
      const text = node.nodeValue ?? ''
      if (!node.parentElement?.checkVisibility({ visibilityProperty: true })) continue
      for (const { 0: number, index } of text.matchAll(
        /[¥]?\d[\d,.:/-]*(?:%OFF|%|円|年分|年|か月分|か月|月|日前|日|回分|回目|回|点|本|mL|g)?/g,
      )) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + number.length)
        const lines = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 2)
        if (new Set(lines.map(({ top }) => Math.round(top / 6))).size > 1)
          broken.push(`${number} in ${text.slice(Math.max(0, index - 12), index + number.length + 10)}`)
      }
    }
    return broken
  })
