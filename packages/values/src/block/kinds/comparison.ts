import { defineBlockKind, HEADING_FIELDS, TEXT_FIELDS } from '../kind.ts'

/**
 * A table that compares the shop's goods with something else, row by row. The shop names the other goods, and has the
 * proof.
 */
export const comparisonBlock = defineBlockKind({
  kind: 'comparison',
  name: '比べる表',
  fields: {
    ...HEADING_FIELDS,
    ...TEXT_FIELDS,
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
