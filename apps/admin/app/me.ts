import type { Me } from '@kushi/contract/admin/operator'
import type { Permission } from '@kushi/contract/admin/permission'
import { useOutletContext } from 'react-router'

/** The signed-in operator. */
export const useMe = (): Me => useOutletContext<Me>()

/** Whether to show controls that need this permission. The server enforces it by the same table. */
export const useMay = (permission: Permission): boolean => useMe().permissions.includes(permission)
