/** The words of the control page that the terminal uses as well. */
export declare const en: {
  rolesOf(user: { id: string; role: string }): { who: string; hint: string };
  showsOf(device: { sno: string; shows: string }): string;
};
