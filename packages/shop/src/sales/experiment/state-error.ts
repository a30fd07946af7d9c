import { ShopError } from '../../shop-error.ts'

export const experimentStateError = (message: string) => new ShopError(409, 'ERROR_EXPERIMENT_STATE', message)

/** Of what a 比較 is about. */
export const NOT_DELETED_WHILE_COMPARED_TEXT = 'くらべているあいだは、削除できません。'
