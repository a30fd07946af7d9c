import { ShopError } from '../../shop-error.ts'

export const experimentStateError = (message: string) => new ShopError(409, 'ERROR_EXPERIMENT_STATE', message)

/** Of what a 比較 is about. */
export const COMPARED_NOT_DELETED = 'くらべているあいだは、削除できません。'
