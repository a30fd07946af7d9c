import sanitizeHtml from 'sanitize-html'

const text =
  'p br hr h1 h2 h3 h4 h5 h6 strong b em i u s small sub sup mark ruby rt rp time abbr address blockquote pre code'
const structure = 'div span section article header footer nav aside figure figcaption details summary'
const lists = 'ul ol li dl dt dd'
const tables = 'table caption thead tbody tfoot tr th td'

/**
 * Makes HTML that the shop wrote safe to show: text, links, lists, tables and pictures. Removes scripts, styles, forms,
 * frames and event handlers. Allows links to http(s), mail, phone and within the shop; pictures over https or from the
 * shop. Keeps ids for links within a page, except on elements that scripts could mistake for their own (DOM
 * clobbering).
 */
export const sanitiseHtml = (html: string): string => sanitizeHtml(html, options)

const options: sanitizeHtml.IOptions = {
  allowedTags: ['a', 'img', ...[text, structure, lists, tables].flatMap((names) => names.split(' '))],
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    time: ['datetime'],
    ol: ['start'],
    ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'section', 'dt', 'li'].map((tag) => [tag, ['id']])),
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { target, rel: _, ...attribs }) => ({
      tagName,
      attribs: target === '_blank' ? { ...attribs, target, rel: 'noopener' } : attribs,
    }),
  },
}
