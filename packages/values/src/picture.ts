/** Product pictures: each is stored at these widths at 4:5 and in both formats: `<path>-640.webp`. */
export const PICTURE_WIDTHS = [320, 640, 960] as const
export const PICTURE_FORMATS = ['avif', 'webp'] as const

export const pictureFileName = (
  path: string,
  width: (typeof PICTURE_WIDTHS)[number],
  format: (typeof PICTURE_FORMATS)[number],
): string => `${path}-${width}.${format}`

/** Returns the names of all files of a picture. */
export const pictureFileNames = (path: string): string[] =>
  PICTURE_WIDTHS.flatMap((width) => PICTURE_FORMATS.map((format) => pictureFileName(path, width, format)))
