import { toHiragana } from '@kushi/values/kana'
import { collapseSpaces } from './writing.ts'

/** 「ヤマダ」→「やまだ」, without spaces. */
export const kanaOf = (typed: string) => toHiragana(typed).replace(/\s/g, '')

/** The same for a name of several words. */
export const spacedKana = (typed: string) => collapseSpaces(toHiragana(typed))
