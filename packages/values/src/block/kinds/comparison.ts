import { blockKind, HEADING, WORDS } from '../kind.ts'

/** What is different, in rows: of the shop's goods and of something else. The shop says of what, and has the proof. */
export const comparisonBlock = blockKind({
  kind: 'comparison',
  name: '比べる表',
  fields: {
    ...HEADING,
    ...WORDS,
    ours_name: { input: 'line', label: '当店の列の見出し', most: 30, title: '当店の列の見出し' },
    theirs_name: { input: 'line', label: '比べる列の見出し', most: 30, title: '比べる列の見出し' },
    comparisons: {
      input: 'rows',
      label: '比べること',
      one: '行',
      most: 12,
      title: '比べること',
      of: {
        point: { input: 'line', label: '比べること', most: 30, is_needed: true, title: '比べること' },
        ours: { input: 'line', label: '当店', most: 60, is_needed: true, title: '当店' },
        theirs: { input: 'line', label: '比べるもの', most: 60, is_needed: true, title: '比べるもの' },
      },
    },
  },
})
