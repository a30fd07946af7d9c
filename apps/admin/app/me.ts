import type { Me } from '@kushi/contract/admin/operator'
import type { Permission } from '@kushi/contract/admin/permission'
import { useOutletContext } from 'react-router'

/** Who is signed in. */
export const useMe = (): Me => useOutletContext<Me>()

/** Whether what needs this permission is to be offered; the server decides by the same table. */
export const useMay = (permission: Permission): boolean => useMe().permissions.includes(permission)
