declare function legacy(text: string): string;
export = legacy;
