import { defineBlockKind, HEADING_FIELDS, TEXT_FIELDS } from '../kind.ts'

/** ご質問 with answers. */
export const questionsBlock = defineBlockKind({
  kind: 'questions',
  name: 'ご質問',
  fields: {
    ...HEADING_FIELDS,
    ...TEXT_FIELDS,
    questions: {
      input: 'rows',
      label: 'ご質問',
      one: '質問',
      most: 12,
      of: {
        question: { input: 'line', label: '質問', most: 200, is_needed: true, title: '質問' },
        answer: { input: 'lines', label: '答え', most: 1_000, is_needed: true, promising: true, title: '回答' },
      },
    },
  },
})
