import type axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'

/** Combinations of colours, size, weight and background whose contrast was measured and is sufficient. */
const measured = new Set<string>()

/**
 * Returns text with too little contrast. Measuring a whole page takes axe longer than all other rules together, and
 * most styles repeat on other pages. So one text per style is measured, until it has a definite result. axe must
 * already be loaded in the page.
 */
export async function lowContrastTexts(page: Page): Promise<string[]> {
  const all = []
  for (const frame of page.frames()) all.push(...(await lowContrastIn(frame)))
  return all
}

async function lowContrastIn(frame: Frame): Promise<string[]> {
  const { pale, good } = await frame.evaluate(
    async (known) => {
      const backgrounds = new Map<Element | null, string>([[null, '']])
      const ground = (element: Element): string => {
        const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element)
        const parent = element.parentElement
        if (parent && !backgrounds.has(parent)) backgrounds.set(parent, ground(parent))
        const isPlain = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none' && opacity === '1'
        const lifted = position === 'static' || position === 'relative' ? '' : position
        return (
          backgrounds.get(parent)! + (isPlain ? lifted : `${backgroundColor} ${backgroundImage} ${opacity} ${lifted};`)
        )
      }
      const elementsByStyle = new Map<string, Element>()
      const written: Element[] = [...document.querySelectorAll('input, select, textarea')]
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) if (texts.currentNode.nodeValue!.trim()) written.push(texts.currentNode.parentElement!)
      for (const element of written) {
        if (!element.checkVisibility({ visibilityProperty: true })) continue
        const { color, fontSize, fontWeight } = getComputedStyle(element)
        const one = `${color} ${fontSize} ${fontWeight} on ${ground(element)}`
        if (!known.includes(one)) elementsByStyle.set(one, element)
      }
      if (elementsByStyle.size === 0) return { pale: [], good: [] }
      const { violations, incomplete } = await (window as unknown as { axe: typeof axe }).axe.run(
        { include: [...elementsByStyle.values()] },
        { runOnly: { type: 'rule', values: ['color-contrast'] }, preload: false, elementRef: true },
      )
      const uncertain = new Set(
        [...violations, ...incomplete].flatMap(({ nodes }) => nodes.map(({ element }) => element)),
      )
      return {
        pale: violations.flatMap(({ nodes }) =>
          nodes.map(({ html, failureSummary }) => `${html}\n  ${failureSummary}`),
        ),
        good: [...elementsByStyle].filter(([, element]) => !uncertain.has(element as HTMLElement)).map(([one]) => one),
      }
    },
    [...measured],
  )
  for (const one of good) measured.add(one)
  return pale
}
