import { ShopError } from '../../shop-error.ts'

export const experimentStateError = (message: string) => new ShopError(409, 'ERROR_EXPERIMENT_STATE', message)
