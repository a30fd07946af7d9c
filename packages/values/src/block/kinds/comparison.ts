import { blockKind, HEADING, WORDS } from '../kind.ts'

/** What is different, in rows: of the shop's goods and of something else. The shop says of what, and has the proof. */
export const comparisonBlock = blockKind({
  kind: 'comparison',
  name: '比べる表',
  fields: {
    ...HEADING,
    ...WORDS,
    ours_name: {
      input: 'line',
      label: '当店の列の見出し',
      most: 30,
      title: '当店の列の見出し',
      description: 'Head of the shop’s own column.',
    },
    theirs_name: {
      input: 'line',
      label: '比べる列の見出し',
      most: 30,
      title: '比べる列の見出し',
      description: 'Head of the other column.',
    },
    comparisons: {
      input: 'rows',
      label: '比べること',
      one: '行',
      most: 12,
      title: '比べること',
      description: 'What is compared, a row each.',
      of: {
        point: {
          input: 'line',
          label: '比べること',
          most: 30,
          is_needed: true,
          title: '比べること',
          description: 'What is compared.',
        },
        ours: {
          input: 'line',
          label: '当店',
          most: 60,
          is_needed: true,
          title: '当店',
          description: 'What holds for the shop’s own goods.',
        },
        theirs: {
          input: 'line',
          label: '比べるもの',
          most: 60,
          is_needed: true,
          title: '比べるもの',
          description: 'What holds for the other.',
        },
      },
    },
  },
})
